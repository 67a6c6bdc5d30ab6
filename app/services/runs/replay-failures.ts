// Replays the failed executions of an integration.
import { formatCount } from '~/engine/texts/format-count';
import { describeNoneToReplay } from '~/engine/replays/none-to-replay';
import type { AppContext } from '~/context';
import { type FailedWithin, listUnreplayedFailures } from '~/db/executions/logs/failed-executions';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '../actor';
import { controlEach, countControlled } from './control-many';

/** How many executions are replayed at once; the user asks again for the rest. Counts end there, too. */
const maxReplayed = 500;
/** How many executions may turn out not to be replayable before the user has to choose a time. */
const maxRefused = 1_000;

export interface ReplayedFailures {
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

/** What {@link replayFailures} would replay. */
export interface ReplayableFailures {
  /** The number of executions, 500 at most. */
  count: number;
  /** The number of executions that had been replayed before and are left out. */
  replayedBefore: number;
  /** Whether more executions failed. */
  hasMore: boolean;
}

export async function countReplayable(
  context: AppContext,
  owner: Pick<Actor, 'organizationId'>,
  asked: FailedWithin & { integrationId: string },
): Promise<ReplayableFailures> {
  const { organizationId } = owner;
  const failed = await listUnreplayedFailures(context.db, { ...asked, organizationId, limit: maxReplayed });
  return { count: failed.ids.length, replayedBefore: failed.replayed, hasMore: failed.hasMore };
}

/**
 * Replays executions of an integration of the actor's organization from the call that failed: the newest 500 at most, the oldest
 * of them first. Skips those that were replayed before. Behind those that cannot be replayed it goes on to older ones, until
 * there are 1,000 of them.
 */
export async function replayFailures(
  context: AppContext,
  actor: Actor,
  asked: FailedWithin & { integrationId: string },
): Promise<ReplayedFailures> {
  const { organizationId } = actor;
  const { integrationId } = asked;
  const done = { count: 0, replayedBefore: 0, refused: 0 };
  let first: Problem | undefined;
  let before: string | undefined;
  for (;;) {
    const limit = Math.min(maxReplayed - done.count, maxRefused - done.refused);
    const failed = await listUnreplayedFailures(context.db, { ...asked, organizationId, before, limit });
    const controlled = await controlEach(context, actor, {
      integrationId,
      executionIds: failed.ids,
      control: { kind: 'replay', from: 'failed', again: false },
    });
    const counted = countControlled(controlled);
    done.count += counted.done;
    done.replayedBefore += failed.replayed + counted.replayedBefore;
    done.refused += counted.refused;
    first ??= counted.problem;
    before = failed.ids.at(-1);
    const isFull = done.count === maxReplayed || done.refused === maxRefused;
    // Any other problem is that of each execution.
    const isStopped = counted.problem !== undefined && counted.problem.kind !== 'conflict';
    if (!failed.hasMore || isFull || isStopped || before === undefined) {
      const problem = first ? describeProblem(first).body.message : null;
      return { kind: 'replayed', ...done, problem, hasMore: failed.hasMore };
    }
  }
}

/** Describes the result in words. */
export function describeReplayed({ count, replayedBefore, refused, problem, hasMore }: ReplayedFailures): {
  title: string;
  description: string;
} {
  const title = `${formatCount(count)} ${count === 1 ? 'execution' : 'executions'} replayed`;
  const sentences = [
    ...(count === 0 && refused === 0 ? [describeNoneToReplay(hasMore)] : []),
    ...(replayedBefore > 0
      ? [`${formatCount(replayedBefore)} ${replayedBefore === 1 ? 'was' : 'were'} replayed before.`]
      : []),
    ...(problem === null ? [] : [`${formatCount(refused)} not: ${problem}`]),
    ...(hasMore && refused >= maxRefused ? ['There are older ones. Choose a time before these.'] : []),
    ...(hasMore && refused < maxRefused && count + refused > 0
      ? ['There are more. Replay again for those.']
      : []),
  ];
  if (count > 0 && refused === 0 && !hasMore) sentences.unshift('They continue from the call that failed.');
  return { title, description: sentences.join(' ') };
}
