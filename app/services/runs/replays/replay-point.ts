// Finds where a replay goes on after a failure: which steps it keeps, and whether they still mean the same.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Queries } from '~/db/core/queries';
import { listOpenItemSteps } from '~/db/executions/copied-steps';
import { findUnansweredKey, type KeptKey } from '~/db/executions/kept-keys';
import {
  type LoggedStep,
  selectLoggedSteps,
  type StepRange,
  type StoredCall,
  type StoredLoop,
  type StoredWait,
} from '~/db/executions/steps';
import type { Definition } from '~/engine/integration';
import { findLoopPlace } from '~/engine/chain/placed-loops';
import { itemStepsOf, outerSteps } from '~/engine/events/step-number';
import type { Problem } from '~/problem';
import { findDefinition } from '../../integrations/definition-cache';
import { type ChainComparison, compareChains } from './chain-comparison';

export type ReplayFrom = 'failed' | 'failed-items';

/**
 * Where a replay goes on: at a step, or with the items of a loop that did not end well. `steps`: the steps outside of items that
 * are kept, all of them before the step `before`. `questions`: the calls that are waited before for the same answer as then.
 */
export type ReplayPoint = { before: number; steps: LoggedStep[]; questions: string[] } & (
  | { kind: 'step'; keptKey: KeptKey | undefined }
  /** `kept`: the steps of those items that are kept, up to the failed call. */
  | { kind: 'loop'; row: LoggedStep; kept: StepRange[] }
);

/** Reads no variables. Problem: conflict when no such part failed, or when the chain before it has changed. */
export async function findReplayPoint(
  context: AppContext,
  tx: Queries,
  { execution, version, from }: { execution: ExecutionForRun; version: number; from: ReplayFrom },
): Promise<{ kind: 'point'; point: ReplayPoint } | Problem> {
  const { id: executionId, integration_id: integrationId } = execution;
  const steps = await tx.all(selectLoggedSteps(tx, executionId, outerSteps));
  const before = await findDefinition(context, integrationId, execution.integration_version);
  const now = await findDefinition(context, integrationId, version);
  if (before.kind !== 'found' || now.kind !== 'found') return hasChanged;
  const chains = compareChains({ before: before.definition, now: now.definition });
  const keepUpTo = (end: number) => ({
    before: end,
    steps: steps.filter(({ step }) => step < end),
    questions: chains.listSameQuestions(),
  });
  const loop = findFailedLoop(steps, from);
  if (loop) {
    const place = findLoopPlace(now.definition, loop.call_id);
    const { stride } = JSON.parse(loop.detail ?? '{}') as StoredLoop;
    if (!place || place.stride !== stride || !chains.isSameUpTo(place.firstCallId)) return hasChanged;
    const kept = from === 'failed' ? await findKept(tx, executionId, loop, chains) : [];
    if (!kept) return itemHasChanged;
    return { kind: 'point', point: { kind: 'loop', ...keepUpTo(loop.step), row: loop, kept } };
  }
  if (from === 'failed-items') {
    return { kind: 'conflict', message: 'No item of this execution failed. Replay it from the start.' };
  }
  const failed = steps.findLast(({ kind }) => kind === 'call');
  if (!failed || !endedRun(failed)) {
    return { kind: 'conflict', message: 'No call of this execution failed. Replay it from the start.' };
  }
  const wait = hasWaited(steps, failed, chains.before) ? 'compared' : 'ignored';
  if (!chains.isSameUpTo(failed.call_id, wait)) return hasChanged;
  const goesOnAt = findGoingOn(steps, failed, chains);
  const keptKey = chains.isUnchanged(failed.call_id)
    ? await findUnansweredKey(tx, { execution_id: executionId, step: failed.step })
    : undefined;
  return { kind: 'point', point: { kind: 'step', ...keepUpTo(goesOnAt), keptKey } };
}

/**
 * Returns the first step that runs after the kept ones. The run reads pages of a call that has changed since again, and waits
 * again for an answer that did not come.
 */
function findGoingOn(steps: LoggedStep[], failed: LoggedStep, chains: ChainComparison): number {
  const unanswered = steps.find(({ kind, step }) => kind === 'wait' && step === failed.step - 1);
  if (unanswered && isTimedOut(unanswered, chains.before)) return unanswered.step;
  if (chains.isUnchanged(failed.call_id)) return failed.step;
  const first = steps.find(({ kind, call_id: callId }) => kind === 'call' && callId === failed.call_id);
  return (first ?? failed).step;
}

/** Returns the kept steps of each item whose call ended the loop; undefined when the calls before that one have changed. */
async function findKept(
  tx: Queries,
  executionId: string,
  loop: LoggedStep,
  chains: ChainComparison,
): Promise<StepRange[] | undefined> {
  const { count, stride } = JSON.parse(loop.detail ?? '{}') as StoredLoop;
  const first = itemStepsOf(loop.step);
  const items = { from: first, to: first + count * stride, stride };
  const open = new Map<number, LoggedStep[]>();
  for (const step of await listOpenItemSteps(tx, executionId, items)) {
    const index = Math.floor((step.step - first) / stride);
    const known = open.get(index);
    if (known) known.push(step);
    else open.set(index, [step]);
  }
  const kept: StepRange[] = [];
  for (const [index, steps] of open) {
    const failed = steps.findLast((step) => step.kind === 'call' && endedRun(step));
    if (!failed) continue;
    if (!chains.isSameUpTo(failed.call_id)) return undefined;
    // Without the item's own step, which would mark the item as ended.
    kept.push({ from: first + index * stride + 1, to: findGoingOn(steps, failed, chains) });
  }
  return kept;
}

const hasChanged: Problem = {
  kind: 'conflict',
  message: 'The chain before the failed call has since changed. Replay the execution from the start.',
};

const itemHasChanged: Problem = {
  kind: 'conflict',
  message:
    'The calls before the failed one have since changed. Run the failed items again, which begin with their first call, or replay the execution from the start.',
};

/**
 * Returns the loop at which the run ended, or whose failed items made it end in error behind its last call; for `failed-items`,
 * the first loop with failed items.
 */
function findFailedLoop(steps: LoggedStep[], from: ReplayFrom): LoggedStep | undefined {
  if (from === 'failed') {
    const last = steps.findLast(({ kind }) => kind === 'call' || kind === 'loop');
    if (last?.kind === 'loop' && last.status === 'error') return last;
    if (last?.kind === 'call' && endedRun(last)) return undefined;
    return steps.find(({ kind, error_message: message }) => kind === 'loop' && message !== null);
  }
  return steps.find(({ kind, status, detail }) => {
    if (kind !== 'loop') return false;
    const { count, end } = JSON.parse(detail ?? '{}') as StoredLoop;
    return end ? end.failed > 0 : status === 'error' && count > 0;
  });
}

/** Checks whether the run is past the call's wait, if it has one; otherwise the run waits again, as the call defines it now. */
function hasWaited(steps: LoggedStep[], { call_id: callId }: LoggedStep, before: Definition): boolean {
  const own = steps.find((step) => step.kind === 'wait' && step.call_id === callId);
  if (own) return !isTimedOut(own, before);
  return before.apiCalls.find(({ id }) => id === callId)?.wait === undefined;
}

/** Checks whether the run ended because nobody answered. */
function isTimedOut({ detail, call_id: callId }: LoggedStep, { apiCalls }: Definition): boolean {
  const { end } = JSON.parse(detail ?? '{}') as Partial<StoredWait>;
  const wait = apiCalls.find(({ id }) => id === callId)?.wait;
  return end?.outcome === 'timeout' && wait?.kind === 'answer' && wait.onTimeout !== 'continue';
}

function endedRun({ status, detail }: LoggedStep): boolean {
  const { action } = JSON.parse(detail ?? '{}') as StoredCall;
  return action === 'stop_notify' || (status === 'error' && (action === undefined || action === 'retry'));
}
