import type { ActionFunctionArgs } from '@remix-run/node';
import { requireActor } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { describeProblem, type Problem } from '~/problem';
import { idOfForm } from '~/services/form-key';
import { cancelExecution } from '~/services/runs/control';
import { cancelAutomaticReplay } from '~/services/runs/automatic-replays';
import { replayExecution } from '~/services/runs/replay-execution';
import { continueExecution } from '~/services/runs/continue-wait';
import { confirmSubscription } from '~/services/webhooks/set-up/confirm-subscription';
import { controlExecutions, isSelectionIntent, replayAllFailed } from './control-executions';
import { listsAllFailed, logsPath, logUrl, readLogQuery } from '../filters/log-url';

/** The place where a replay begins, by intent; other intents replay from the start. */
const replays: Record<string, 'failed' | 'failed-items'> = {
  'replay-failed': 'failed',
  'replay-failed-items': 'failed-items',
};

/** Cancels, continues or replays executions, or confirms a subscription, and redirects to the list with a toast. */
export async function submitControl({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const integrationId = params.integrationId ?? '';
  const formData = await request.formData();
  const view = readLogQuery(integrationId, new URL(request.url).searchParams);
  const intent = formData.get('intent');
  const selected = formData.getAll('selected').map(String);
  if (isSelectionIntent(intent)) {
    const toast = await controlExecutions(app, actor, { integrationId, intent, selected });
    const stay = intent === 'cancel-selected';
    return redirectWithToast(app, logUrl(stay ? view : { ...view, before: null }), toast);
  }
  if (intent === 'replay-all-failed' && listsAllFailed(view)) {
    return redirectWithToast(
      app,
      logUrl({ ...view, before: null, open: [] }),
      await replayAllFailed(app, actor, view),
    );
  }
  const target = { integrationId, executionId: String(formData.get('executionId') ?? '') };

  if (intent === 'cancel') {
    const outcome = await cancelExecution(app, actor, target);
    if (outcome.kind !== 'cancelled') return refuse('Cancel failed', outcome);
    return redirectWithToast(app, logUrl(view), { tone: 'success', title: 'Execution cancelled' });
  }
  if (intent === 'cancel-replay') {
    const outcome = await cancelAutomaticReplay(app, actor, target);
    if (outcome.kind !== 'cancelled') return refuse('Cancel failed', outcome);
    return redirectWithToast(app, logUrl(view), { tone: 'success', title: 'Automatic replay cancelled' });
  }
  if (intent === 'continue') {
    const outcome = await continueExecution(app, actor, target);
    if (outcome.kind !== 'continued') return refuse('It does not go on', outcome);
    return redirectWithToast(app, logUrl(view), { tone: 'success', title: 'The execution goes on' });
  }
  if (intent === 'confirm-subscription') {
    const outcome = await confirmSubscription(app, actor, target);
    if (outcome.kind !== 'confirmed') return refuse('Not confirmed', outcome);
    const description = 'Amazon SNS sends to this webhook from now on.';
    return redirectWithToast(app, logUrl(view), {
      tone: 'success',
      title: 'Subscription confirmed',
      description,
    });
  }
  const from = replays[String(intent)] ?? 'start';
  const outcome = await replayExecution(app, actor, {
    ...target,
    from,
    formId: idOfForm(app, actor, formData),
  });
  if (outcome.kind !== 'queued') return refuse('Replay failed', outcome);
  // The new execution is at the top of the newest page.
  return redirectWithToast(app, logUrl({ ...view, before: null, only: null }), {
    tone: 'success',
    title: 'Execution replayed',
    description: `It runs again as ${outcome.executionId}.`,
    link: {
      label: 'Open the new execution',
      to: `${logsPath(integrationId)}?${new URLSearchParams({ execution: outcome.executionId }).toString()}`,
    },
    durationMs: 10_000,
  });

  function refuse(title: string, problem: Problem) {
    const { status, body } = describeProblem(problem);
    if (status === 404) throw new Response('Not Found', { status });
    return redirectWithToast(app, logUrl(view), { tone: 'destructive', title, description: body.message });
  }
}
