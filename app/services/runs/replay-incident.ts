// Replays the executions that failed during an incident.
import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import { findIncident } from '~/db/alerts/incidents';
import { writeFailure } from '~/db/executions/failures';
import { listUnreplayedFailures } from '~/db/executions/logs/failed-executions';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '../actor';
import { controlEach, countControlled } from './control-many';

/** How many executions are replayed at once; the user asks again for the rest. */
const maxReplayed = 500;

interface ReplayedIncident {
  kind: 'replayed';
  /** The number of executions that run again. */
  count: number;
  /** The number of executions that had been replayed before and are not replayed again. */
  replayedBefore: number;
  /** The number of executions that could not be replayed from their failed call; `problem` says why for the first. */
  refused: number;
  problem: string | null;
  /** Whether more executions failed. */
  hasMore: boolean;
}

/**
 * Replays the failed executions of an incident from the failed call: the newest 500 at most, the oldest of them first. Skips
 * those that were replayed before. Problems: not-found; conflict when the incident is not about failed executions.
 */
export async function replayIncident(
  context: AppContext,
  actor: Actor,
  incidentId: string,
): Promise<ReplayedIncident | Problem> {
  const { organizationId } = actor;
  const incident = await findIncident(context.db, { id: incidentId, organizationId });
  // An incident for a single address is not shown to anybody else.
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
    // Failures from before failures had a kind belong to incidents without a kind.
    ...(failure !== '' && failure !== 'other' && { failure: writeFailure({ callId, kind: failure }) }),
    limit: maxReplayed,
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

/** Describes the result in words. */
export function describeReplayed({ count, replayedBefore, refused, problem, hasMore }: ReplayedIncident): {
  title: string;
  description: string;
} {
  const title = `${formatCount(count)} ${count === 1 ? 'execution' : 'executions'} replayed`;
  const sentences = [
    ...(count === 0 && refused === 0 ? ['None are left that failed and have not been replayed.'] : []),
    ...(replayedBefore > 0
      ? [`${formatCount(replayedBefore)} ${replayedBefore === 1 ? 'was' : 'were'} replayed before.`]
      : []),
    ...(problem === null ? [] : [`${formatCount(refused)} not: ${problem}`]),
    ...(hasMore ? ['There are more. Replay again for those.'] : []),
  ];
  if (count > 0 && refused === 0 && !hasMore) sentences.unshift('They continue from the call that failed.');
  return { title, description: sentences.join(' ') };
}
