import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { noteStoringFailure } from '../installation/storing-failures';
import type { ReplayFrom } from './replays/replay-point';
import { cancelExecution } from './control';
import { replayExecution, replayOnce } from './replay-execution';

/** `again`: also replays executions that were replayed before. */
export type Control = { kind: 'cancel' } | { kind: 'replay'; from: 'start' | ReplayFrom; again: boolean };

/** The outcome of one execution; `queued` and `replayed-before` name the execution that repeats it. */
export interface Controlled {
  executionId: string;
  outcome: { kind: 'cancelled' } | { kind: 'queued' | 'replayed-before'; executionId: string } | Problem;
}

/**
 * Does the same with some executions of an integration, oldest first. A problem with one does not stop the others, unless nothing
 * can be stored (unavailable). Each has a transaction of its own, so after a crash a caller can repeat the request and nothing is
 * replayed twice.
 */
export async function controlEach(
  context: AppContext,
  actor: Actor,
  {
    integrationId,
    executionIds,
    control,
  }: { integrationId: string; executionIds: string[]; control: Control },
): Promise<Controlled[]> {
  const done: Controlled[] = [];
  let failure: Problem | undefined;
  for (const executionId of [...new Set(executionIds)].toSorted()) {
    const outcome = failure ?? (await controlOne(context, actor, { integrationId, executionId }, control));
    if (outcome.kind === 'unavailable') failure = outcome;
    done.push({ executionId, outcome });
  }
  return done;
}

async function controlOne(
  context: AppContext,
  actor: Actor,
  target: { integrationId: string; executionId: string },
  control: Control,
): Promise<Controlled['outcome']> {
  try {
    if (control.kind === 'cancel') return await cancelExecution(context, actor, target);
    const replay = control.again ? replayExecution : replayOnce;
    return await replay(context, actor, { ...target, from: control.from });
  } catch (error) {
    return noteStoringFailure(context, error);
  }
}

/** Counts each outcome, and returns the first problem. */
export function countControlled(controlled: readonly Controlled[]): {
  done: number;
  replayedBefore: number;
  refused: number;
  problem: Problem | undefined;
} {
  const problems = controlled.flatMap(({ outcome }) => (isProblem(outcome) ? [outcome] : []));
  const replayedBefore = controlled.filter(({ outcome }) => outcome.kind === 'replayed-before').length;
  const refused = problems.length;
  return {
    done: controlled.length - replayedBefore - refused,
    replayedBefore,
    refused,
    problem: problems[0],
  };
}

export function isProblem(outcome: Controlled['outcome']): outcome is Problem {
  return outcome.kind !== 'cancelled' && outcome.kind !== 'queued' && outcome.kind !== 'replayed-before';
}
