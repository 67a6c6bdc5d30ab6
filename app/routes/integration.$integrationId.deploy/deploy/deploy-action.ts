import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { updateIntegration } from '~/services/integrations/integrations';
import { readSeen } from '../../forms/read-seen.server';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { describeRejection } from '../../integration.$integrationId/problem-message';

export function submitDeploy(subject: ActionContext) {
  return toggle(subject, true, {
    title: 'Integration deployed',
    description: 'It runs when it is triggered.',
  });
}

/** Disables the integration. The user has to type a word first, since this stops everything that runs automatically. */
export async function submitDisable(subject: ActionContext, formData: FormData) {
  const typed = String(formData.get('confirmation') ?? '');
  if (typed !== 'DISABLE') {
    const message = 'Type DISABLE to confirm';
    return data({ kind: 'not-confirmed' as const, message, typed }, { status: 422 });
  }
  return toggle(subject, false, {
    title: 'Integration disabled',
    description: 'It no longer runs automatically.',
  });
}

/** Saves whether saves go live immediately, and whether tests must pass. The browser sends nothing for an empty check box. */
export async function submitAutoDeploy({ app, actor, id }: ActionContext, formData: FormData) {
  const autoDeploy = formData.has('autoDeploy');
  const requireTests = formData.has('requireTests');
  const seen = readSeen(formData, ['autoDeploy', 'requireTests']);
  const outcome = await updateIntegration(app, actor, id, { autoDeploy, requireTests }, { seen });
  if (outcome.kind === 'integration') {
    const saved = outcome.integration;
    return redirectWithToast(app, deployUrl(id), {
      tone: 'success',
      title: 'Deploy settings saved',
      description: `${saved.autoDeploy ? 'Each save goes live immediately' : 'A save goes live when you deploy it'}${saved.requireTests ? ', if all tests pass' : ''}.`,
    });
  }
  const { status, message } = describeRejection(outcome);
  return data({ kind: 'not-toggled' as const, title: 'Save failed', message }, { status });
}

async function toggle(
  { app, actor, id }: ActionContext,
  isActive: boolean,
  toast: { title: string; description: string },
) {
  const outcome = await updateIntegration(app, actor, id, { isActive });
  if (outcome.kind === 'integration') {
    return redirectWithToast(app, deployUrl(id), { tone: 'success', ...toast });
  }
  const { status, message } = describeRejection(outcome);
  const title = isActive ? 'Operation failed' : 'Disable failed';
  return data({ kind: 'not-toggled' as const, title, message }, { status });
}
