import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { readTyped } from '~/components/typed-form/typed-form';
import {
  closePublicForm,
  movePublicForm,
  openPublicForm,
  readPublicForm,
} from '~/services/public-forms/settings';
import { readSeen } from '../forms/read-seen.server';
import type { ActionContext } from '../integration.$integrationId/action-context';
import { describeRejection } from '../integration.$integrationId/problem-message';

/** What the buttons of the public form ask for. */
const changes = {
  'public-form': {
    title: 'Public form saved',
    description: 'Everybody who has its address can fill it in.',
  },
  'public-form-off': { title: 'Public form turned off', description: 'Its address is kept.' },
  'public-form-move': { title: 'New address', description: 'The former address has ended.' },
};

type PublicFormIntent = keyof typeof changes;

export function isPublicFormIntent(intent: unknown): intent is PublicFormIntent {
  return typeof intent === 'string' && Object.hasOwn(changes, intent);
}

/**
 * Changes the public form. Redirects to the page, or returns what is wrong beside what was typed, and after a conflict how the
 * form is by now.
 */
export async function submitPublicForm(
  { app, actor, id }: ActionContext,
  intent: PublicFormIntent,
  formData: FormData,
) {
  const typed = readTyped(formData);
  const outcome =
    intent === 'public-form'
      ? await openPublicForm(app, actor, id, typed, readSeen(formData, seenFields))
      : await (intent === 'public-form-off' ? closePublicForm : movePublicForm)(app, actor, id);
  if (outcome.kind === 'form') {
    return redirectWithToast(app, `/integration/${id}/run`, { tone: 'success', ...changes[intent] });
  }
  const { status, message } = describeRejection(outcome);
  const errors = outcome.fields ?? {};
  const failure = outcome.fields ? null : message;
  const present = outcome.kind === 'conflict' ? await readPublicForm(app, actor, id) : undefined;
  const form = present?.kind === 'form' ? present.form : null;
  return data({ kind: 'not-saved' as const, typed, errors, failure, form }, { status });
}

const seenFields = ['isOn', 'title', 'description', 'thanks'];
