// Finds where a replay goes on after a failure: which steps it keeps, and whether they still mean the same.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Queries } from '~/db/core/queries';
import { copyFileUses } from '~/db/executions/files/file-uses';
import { copyEndedItems, copySteps, type ItemGift, setItemGifts } from '~/db/executions/copied-steps';
import { findUnansweredKey, insertKeptKey, type KeptKey } from '~/db/executions/kept-keys';
import { listItemEnds, listStepKinds } from '~/db/executions/past-steps';
import {
  listAttempts,
  listSteps,
  type Step,
  type StepRange,
  type StoredCall,
  type StoredLoop,
  type StoredWait,
} from '~/db/executions/steps';
import type { Definition } from '~/engine/integration';
import { countCallsBefore, sortByOrder } from '~/engine/definition/order';
import { listFormFields } from '~/engine/triggers/form';
import { findLoopPlace } from '~/engine/chain/placed-loops';
import { itemStepsOf, outerSteps } from '~/engine/events/step-number';
import { pickFound } from '~/engine/memory/first-run';
import type { Problem } from '~/problem';
import { copyRecordedAnswers } from '../answers/recorded-answers';
import { findDefinition } from '../integrations/definition-cache';
import { copyRecordedMemory } from '../memory/recorded-memory';
import { resealSaved } from './saved-variables';

export type ReplayFrom = 'failed' | 'failed-items';

/** Where a replay goes on: at a step, or with the items of a loop that did not end well. */
type ReplayPoint =
  | { kind: 'step'; before: number; keptKey: KeptKey | undefined }
  /** `kept`: the steps of those items that are kept, up to the failed call. */
  | { kind: 'loop'; row: Step; kept: StepRange[] };

/** Problem: conflict when no such part failed, or when the chain before it has changed. */
export async function findReplayPoint(
  context: AppContext,
  tx: Queries,
  { execution, version, from }: { execution: ExecutionForRun; version: number; from: ReplayFrom },
): Promise<{ kind: 'point'; point: ReplayPoint } | Problem> {
  const steps = await listSteps(tx, [execution.id], outerSteps);
  const { integration_id: integrationId } = execution;
  const before = await findDefinition(context, integrationId, execution.integration_version);
  const now = await findDefinition(context, integrationId, version);
  if (before.kind !== 'found' || now.kind !== 'found') return hasChanged;
  const loop = findFailedLoop(steps, from);
  if (loop) {
    const place = findLoopPlace(now.definition, loop.call_id);
    const { stride } = JSON.parse(loop.detail ?? '{}') as StoredLoop;
    if (!place || place.stride !== stride || !isSameUpTo(place.firstCallId, before, now)) return hasChanged;
    const kept = from === 'failed' ? await findKept(tx, loop, { before, now }) : [];
    return kept ? { kind: 'point', point: { kind: 'loop', row: loop, kept } } : itemHasChanged;
  }
  if (from === 'failed-items') {
    return { kind: 'conflict', message: 'No item of this execution failed. Replay it from the start.' };
  }
  const failed = steps.findLast(({ kind }) => kind === 'call');
  if (!failed || !endedRun(failed)) {
    return { kind: 'conflict', message: 'No call of this execution failed. Replay it from the start.' };
  }
  const wait = hasWaited(steps, failed, before) ? 'compared' : 'ignored';
  if (!isSameUpTo(failed.call_id, before, now, wait)) return hasChanged;
  const goesOnAt = findGoingOn(steps, failed, { before, now });
  const keptKey = isUnchanged(failed, { before, now }) ? await findUnansweredKey(tx, failed) : undefined;
  return { kind: 'point', point: { kind: 'step', before: goesOnAt, keptKey } };
}

interface Definitions {
  before: Found;
  now: Found;
}

/**
 * Returns the first step that runs after the kept ones. The run reads pages of a call that has changed since again, and waits
 * again for an answer that did not come.
 */
function findGoingOn(steps: Step[], failed: Step, { before, now }: Definitions): number {
  const unanswered = steps.find(({ kind, step }) => kind === 'wait' && step === failed.step - 1);
  if (unanswered && isTimedOut(unanswered, before)) return unanswered.step;
  if (isUnchanged(failed, { before, now })) return failed.step;
  const first = steps.find(({ kind, call_id: callId }) => kind === 'call' && callId === failed.call_id);
  return (first ?? failed).step;
}

/** Returns the kept steps of each item whose call ended the loop; undefined when the calls before that one have changed. */
async function findKept(
  tx: Queries,
  loop: Step,
  { before, now }: Definitions,
): Promise<StepRange[] | undefined> {
  const { count, stride } = JSON.parse(loop.detail ?? '{}') as StoredLoop;
  const first = itemStepsOf(loop.step);
  const items = { from: first, to: first + count * stride };
  const ended = await listEnded(tx, loop.execution_id, items);
  const kept: StepRange[] = [];
  for (const index of await listBegun(tx, loop.execution_id, { ...items, stride })) {
    const from = first + index * stride;
    if (ended.has(from)) continue;
    const steps = await listSteps(tx, [loop.execution_id], { from, to: from + stride });
    const failed = steps.findLast((step) => step.kind === 'call' && endedRun(step));
    if (!failed) continue;
    if (!isSameUpTo(failed.call_id, before, now)) return undefined;
    // Without the item's own step, which would mark the item as ended.
    kept.push({ from: from + 1, to: findGoingOn(steps, failed, { before, now }) });
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
function findFailedLoop(steps: Step[], from: ReplayFrom): Step | undefined {
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
function hasWaited(steps: Step[], { call_id: callId }: Step, before: Found): boolean {
  const own = steps.find((step) => step.kind === 'wait' && step.call_id === callId);
  if (own) return !isTimedOut(own, before);
  return before.definition.apiCalls.find(({ id }) => id === callId)?.wait === undefined;
}

/** Checks whether the run ended because nobody answered. */
function isTimedOut({ detail, call_id: callId }: Step, { definition }: Found): boolean {
  const { end } = JSON.parse(detail ?? '{}') as Partial<StoredWait>;
  const wait = definition.apiCalls.find(({ id }) => id === callId)?.wait;
  return end?.outcome === 'timeout' && wait?.kind === 'answer' && wait.onTimeout !== 'continue';
}

function isUnchanged(step: Step, { before, now }: Definitions): boolean {
  return describeCall(before.definition, step) === describeCall(now.definition, step);
}

function describeCall({ apiCalls }: Definition, { call_id: callId }: Step): string | undefined {
  return JSON.stringify(apiCalls.find(({ id }) => id === callId));
}

function endedRun({ status, detail }: Step): boolean {
  const { action } = JSON.parse(detail ?? '{}') as StoredCall;
  return action === 'stop_notify' || (status === 'error' && (action === undefined || action === 'retry'));
}

interface Found {
  definition: Definition;
}

function isSameUpTo(callId: string, before: Found, now: Found, wait: OwnWait = 'compared'): boolean {
  const head = describeHead(before.definition, callId, wait);
  return head !== undefined && head === describeHead(now.definition, callId, wait);
}

/** Whether the wait before the call belongs to what comes before it. */
type OwnWait = 'compared' | 'ignored';

/** Returns everything that decides what happens before a call, as text; undefined when there is no such call. */
function describeHead(definition: Definition, callId: string, wait: OwnWait): string | undefined {
  const {
    triggerConfig,
    apiCalls,
    conditionalExecutionSteps,
    responseHandlingSteps,
    loopSteps = [],
    runSettings,
  } = definition;
  const chain = sortByOrder(apiCalls);
  const index = chain.findIndex(({ id }) => id === callId);
  if (index === -1) return undefined;
  const calls = chain.slice(0, index);
  const ids = new Set(calls.map(({ id }) => id));
  return JSON.stringify([
    triggerConfig.type === 'webhook' ? triggerConfig.webhook.variables : listFormFields(triggerConfig),
    runSettings?.computed,
    calls,
    ...(wait === 'compared' && chain[index]?.wait ? [chain[index].wait] : []),
    conditionalExecutionSteps.filter((step) => countCallsBefore(chain, step) <= index),
    responseHandlingSteps.filter(({ nextApiCallId }) => ids.has(nextApiCallId)),
    loopSteps.filter((loop) => countCallsBefore(chain, loop) <= index),
  ]);
}

interface Copies {
  from: string;
  to: string;
}

/**
 * Copies to an execution what another one did before the replay point, as if it had done that itself. `gifts`: what the items
 * of loops gave, sealed for the receiving execution.
 */
export async function copyHistory(
  context: AppContext,
  tx: Queries,
  point: ReplayPoint,
  { gifts, ...copies }: Copies & { gifts: readonly ItemGift[] },
): Promise<void> {
  await copyRecordedMemory(context, tx, copies);
  const to = point.kind === 'step' ? point.before : point.row.step;
  const copied = await copyRange(context, tx, copies, { from: 0, to });
  const waits = copied.filter(({ kind }) => kind === 'wait');
  await copyRecordedAnswers(
    context,
    tx,
    copies,
    waits.map(({ call_id: callId }) => callId),
  );
  for (const step of copied) {
    // The lists of a loop are made of what its items gave.
    if (step.kind === 'loop') await copyItems(tx, step, copies, { areAll: true });
  }
  if (point.kind === 'loop') await copyLoop(context, tx, point, copies);
  else if (point.keptKey) await insertKeptKey(tx, copies.to, point.keptKey);
  if (gifts.length > 0) await setItemGifts(tx, copies.to, gifts);
  await copyFileUses(tx, copies);
}

async function copyRange(
  context: AppContext,
  tx: Queries,
  { from, to }: Copies,
  range: StepRange,
): Promise<Step[]> {
  const attempts = await listAttempts(tx, [from], range);
  const steps = await listSteps(tx, [from], range);
  await copySteps(tx, { to, attempts, steps: steps.map((step) => reseal(context, step, to)) });
  return steps;
}

/** Copies the loop as it began and its items that ended well; of other items, only the calls before the one that failed. */
async function copyLoop(
  context: AppContext,
  tx: Queries,
  { row, kept }: Extract<ReplayPoint, { kind: 'loop' }>,
  copies: Copies,
): Promise<void> {
  const { count, of, stride, ...found } = JSON.parse(row.detail ?? '{}') as StoredLoop;
  // A loop that had no list begins anew.
  if (count === 0) return;
  const loop: Step = { ...row, status: 'running', error_message: null, extractions: null };
  const begun: StoredLoop = { count, of, stride, beganAt: context.now(), ...pickFound(found) };
  const detail = JSON.stringify(begun);
  await copySteps(tx, {
    to: copies.to,
    attempts: [],
    steps: [reseal(context, { ...loop, detail }, copies.to)],
  });
  await copyItems(tx, row, copies, { areAll: false });
  for (const range of kept) await copyRange(context, tx, copies, range);
}

/** Copies the ends of a loop's items, without what they gave: of the items that ended well, or of all that ended. */
async function copyItems(
  tx: Queries,
  { step, detail }: Step,
  copies: Copies,
  { areAll }: { areAll: boolean },
): Promise<void> {
  const { count, stride } = JSON.parse(detail ?? '{}') as StoredLoop;
  if (count === 0) return;
  const first = itemStepsOf(step);
  const items = { from: first, to: first + count * stride };
  await copyEndedItems(tx, { ...items, stride, executions: copies, areAll });
}

/** Returns the own steps of the items that ended well. */
async function listEnded(tx: Queries, executionId: string, items: StepRange): Promise<Set<number>> {
  const ends = await listItemEnds(tx, executionId, items);
  return new Set(ends.filter(({ status }) => status === 'success').map(({ step }) => step));
}

/** Returns the indexes, from 0, of the items that have steps. */
async function listBegun(
  tx: Queries,
  executionId: string,
  { from, to, stride }: StepRange & { stride: number },
): Promise<Set<number>> {
  const steps = await listStepKinds(tx, executionId, { from, to });
  return new Set(steps.map(({ step }) => Math.floor((step - from) / stride)));
}

/** Seals the variables of a step anew, because they are bound to one execution. */
function reseal(context: AppContext, step: Step, executionId: string): Step {
  if (step.saved === null) return step;
  const executions = { from: step.execution_id, to: executionId };
  return { ...step, saved: resealSaved(context, executions, step.step, step.saved) };
}
