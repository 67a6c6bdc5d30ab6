// Runs again what failed while an incident lasted.
import type { AppContext } from '~/context';
import { findIncident } from '~/db/alerts/incidents';
import { writeFailure } from '~/db/executions/failures';
import { listUnreplayedFailures } from '~/db/executions/logs/failed-executions';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '../actor';
import { controlEach, countControlled } from './control-many';

/** So many are replayed at once; the rest by asking again. */
const mostReplayed = 500;

export interface ReplayedIncident {
  kind: 'replayed';
  /** How many run again. */
  count: number;
  /** How many had been replayed before, and are not again. */
  replayedBefore: number;
  /** How many could not be replayed from their failed call, and why the first of them. */
  refused: number;
  problem: string | null;
  /** There are more that failed. */
  hasMore: boolean;
}

/**
 * Replays the executions of an incident that failed, from the call they failed at, 500 at most, the oldest of them first. One that
 * was replayed before is not again. Problems: not-found; conflict when nothing of an integration failed.
 */
export async function replayIncident(
  context: AppContext,
  actor: Actor,
  incidentId: string,
): Promise<ReplayedIncident | Problem> {
  const { organizationId } = actor;
  const incident = await findIncident(context.db, { id: incidentId, organizationId });
  // Those of single addresses are nobody else's business.
  if (!incident || incident.recipient !== '') return { kind: 'not-found' };
  const { integrationId, event, openedAt, resolvedAt, callId, failure } = incident;
  if (integrationId === null || event !== 'failing') {
    return { kind: 'conflict', message: 'No execution failed in this incident.' };
  }
  const failed = await listUnreplayedFailures(context.db, {
    integrationId,
    organizationId,
    from: openedAt,
    to: resolvedAt ?? context.now(),
    // What failed before it was told apart belongs to the incidents of then.
    ...(failure !== '' && failure !== 'other' && { failure: writeFailure({ callId, kind: failure }) }),
    limit: mostReplayed,
  });
  const controlled = await controlEach(context, actor, {
    integrationId,
    executionIds: failed.ids,
    control: { kind: 'replay', from: 'failed', again: false },
  });
  const { done, replayedBefore, refused, problem } = countControlled(controlled);
  return {
    kind: 'replayed',
    count: done,
    replayedBefore: failed.replayed + replayedBefore,
    refused,
    problem: problem ? describeProblem(problem).body.message : null,
    hasMore: failed.hasMore,
  };
}

/** What is said of it, in words. */
export function describeReplayed({ count, replayedBefore, refused, problem, hasMore }: ReplayedIncident): {
  title: string;
  description: string;
} {
  const title = `${count.toLocaleString('en')} ${count === 1 ? 'execution' : 'executions'} replayed`;
  const sentences = [
    ...(count === 0 && refused === 0 ? ['None are left that failed and have not been replayed.'] : []),
    ...(replayedBefore > 0
      ? [`${replayedBefore.toLocaleString('en')} ${replayedBefore === 1 ? 'was' : 'were'} replayed before.`]
      : []),
    ...(problem === null ? [] : [`${refused.toLocaleString('en')} not: ${problem}`]),
    ...(hasMore ? ['There are more. Replay again for those.'] : []),
  ];
  if (count > 0 && refused === 0 && !hasMore) sentences.unshift('They continue from the call that failed.');
  return { title, description: sentences.join(' ') };
}
