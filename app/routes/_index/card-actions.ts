// Handles the forms of the dashboard that create an integration or duplicate one.
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import { requireActor } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { failures } from '~/failures';
import { describeProblem } from '~/problem';
import { idOfForm } from '~/services/form-key';
import { duplicateIntegration } from '~/services/integrations/duplicate';
import { createIntegration } from '~/services/integrations/integrations';
import { dashboardUrl, readListQuery } from '~/components/integration/list-query';
import { startDraft } from './start-draft.server';

/** Creates a draft and redirects to its editor. When a command cannot be used, its form keeps it; a template says why in a toast. */
export async function submitStart(
  { request, context: { app, address } }: ActionFunctionArgs,
  form: FormData,
) {
  const { actor } = await requireActor({ app, address }, request);
  const start = String(form.get('start'));
  const command = String(form.get('command') ?? '');
  const started = startDraft(start, command);
  if (started.kind === 'unreadable') {
    return data({ start: { command, error: started.message } }, { status: 422 });
  }
  const outcome = await createIntegration(app, actor, started.input, idOfForm(app, actor, form));
  if (outcome.kind === 'integration') return redirect(`/integration/${outcome.integration.id}`);
  const { status, body } = describeProblem(outcome);
  if (start === 'curl') return data({ start: { command, error: body.message } }, { status });
  const toast = { title: failures.creation.title, description: body.message };
  return redirectWithToast(app, '/', { tone: 'destructive', ...toast });
}

/** Duplicates an integration and redirects to the copy's editor. */
export async function submitDuplicate(
  { request, context: { app, address } }: ActionFunctionArgs,
  form: FormData,
) {
  const { actor } = await requireActor({ app, address }, request);
  const formId = idOfForm(app, actor, form);
  const outcome = await duplicateIntegration(app, actor, String(form.get('id')), formId);
  if (outcome.kind === 'integration') {
    const toast = { title: 'Integration duplicated', description: 'The copy is a draft.' };
    return redirectWithToast(app, `/integration/${outcome.integration.id}`, { tone: 'success', ...toast });
  }
  const toast = {
    title: 'Failed to duplicate integration',
    description: describeProblem(outcome).body.message,
  };
  const list = readListQuery(new URL(request.url).searchParams);
  return redirectWithToast(app, dashboardUrl(list), { tone: 'destructive', durationMs: 3000, ...toast });
}
