// Handles the forms about the pause after errors in a row.
import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { countQueued } from '~/db/executions/cancellation';
import { formatCount } from '~/engine/texts/format-count';
import { describeProblem, type Problem } from '~/problem';
import { discardWaiting, resumeIntegration } from '~/services/integrations/pauses';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { readCount, saveLimits } from '../limits/limits-action';

/** Saves after how many errors in a row the integration pauses. An empty field switches the pause off. */
export async function submitPauseLimit(subject: ActionContext, formData: FormData) {
  const limits = { pauseAfterErrors: readCount(formData, 'pauseAfterErrors') };
  return await saveLimits(subject, formData, {
    limits,
    title: 'Pause saved',
    describe: (saved) => describeLimit(saved.pauseAfterErrors),
  });
}

function describeLimit(limit: number | null): string {
  if (limit === null) return 'Errors do not pause this integration.';
  return limit === 1 ? 'It pauses after 1 error.' : `It pauses after ${limit} errors in a row.`;
}

export async function submitResume(subject: ActionContext) {
  const outcome = await resumeIntegration(subject.app, subject.actor, subject.id);
  if (outcome.kind !== 'resumed') return refuse(subject, 'Resume failed', outcome);
  return tell(subject, 'Integration resumed', 'Everything that waited starts now.');
}

export async function submitDiscard(subject: ActionContext) {
  const outcome = await discardWaiting(subject.app, subject.actor, subject.id);
  if (outcome.kind !== 'discarded') return refuse(subject, 'Discard failed', outcome);
  const waiting = outcome.count === 1 ? '1 execution was' : `${outcome.count} executions were`;
  return tell(subject, 'Waiting executions discarded', `${waiting} cancelled.`);
}

/** The most that the question counts. */
const maxCounted = 1_000;

/** Says what `discard` would cancel now. */
export async function describeDiscarded(
  { db }: Pick<AppContext, 'db'>,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<string> {
  const count = await countQueued(db, { integrationId: id, organizationId }, maxCounted);
  if (count === 0) return 'No execution waits now. One that arrives until you confirm is cancelled.';
  const most = count === maxCounted ? ' or more' : '';
  const waiting =
    count === 1 ? '1 execution that waits is' : `${formatCount(count)}${most} executions that wait are`;
  return `${waiting} cancelled. The integration stays paused.`;
}

function tell({ app, id }: ActionContext, title: string, description: string) {
  return redirectWithToast(app, deployUrl(id), { tone: 'success', title, description });
}

function refuse({ app, id }: ActionContext, title: string, problem: Problem) {
  const { body } = describeProblem(problem);
  const description = Object.values(body.fields ?? {}).flat()[0] ?? body.message;
  return redirectWithToast(app, deployUrl(id), { tone: 'destructive', title, description });
}
