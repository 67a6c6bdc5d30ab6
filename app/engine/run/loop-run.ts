// Runs a part of the chain for each item of a list. The loop's step keeps the list, and a step of each item keeps its
// outcome, so that a resumed run runs the same items and none of them twice.
import { formatCount } from '../texts/format-count';
import type { ChainItem } from '../chain/chain';
import { loopBounds, type LoopStep } from '../definition/loop-step';
import { countItemSteps } from '../chain/placed-loops';
import type {
  ItemEnded,
  LoopBegun,
  LoopEnded,
  RecordedEvent,
  RunEnded,
  EventGenerator,
} from '../events/event';
import { findPast } from '../events/history';
import { itemStepsOf } from '../events/step-number';
import { maxFilteredItems } from '../filters/filtering';
import { typeOfJson } from '../json/value-text';
import { describeFirstRun, pickFound } from '../memory/first-run';
import { findFreshItems } from '../memory/fresh-items';
import type { Evaluated } from '../placeholders/evaluate';
import { evaluateVariable } from '../placeholders/read-variable';
import type { RunScope } from './run-scope';
import { runItems, type WalkItem } from './item-runs';
import { createLists } from './loop-lists';
import { addHandedOn } from './run-secrets';

/** Runs the items of a list. Returns the event that ends the run, when an item or the loop ends it. */
export async function* runLoop(
  scope: RunScope,
  loop: LoopStep,
  { part, step }: { part: readonly ChainItem[]; step: number },
  walkItem: WalkItem,
): EventGenerator<RunEnded | undefined> {
  const stride = countItemSteps(part);
  const ended = findPast(scope.past, step, 'loop-ended');
  if (ended) {
    const lists = createLists(loop, scope.secrets);
    let failure: RunEnded['failure'];
    for (let index = 0; index < ended.count; index += 1) {
      const item = findPast(scope.past, itemStepsOf(step) + index * stride, 'item-ended');
      if (item) addHandedOn(scope.secrets, item);
      if (item?.outcome === 'success') lists.add(index, item.saved, scope.secrets.maskSecrets);
      else failure ??= item?.failure;
    }
    return goOnBehind(scope, loop, { ...ended, failure }, lists.finish().saved);
  }
  let begun = findPast(scope.past, step, 'loop-begun');
  if (!begun) {
    const list = evaluateVariable(loop.items, scope.variables);
    const start = await beginLoop(scope, loop, { list, step, stride });
    yield start.event;
    if (start.problem !== undefined) {
      yield { ...endLoop(scope, loop, start.event), outcome: 'error', errorMessage: start.problem };
      return endInError(start.problem);
    }
    begun = { ...start.event, ...pickFound(start.event.fresh) };
  }
  const lists = createLists(loop, scope.secrets);
  const firstCallId = part.find((place) => place.kind === 'call')?.call.id ?? '';
  const { ok, failed, notify, end, late } = yield* runItems(
    scope,
    loop,
    { items: begun.items, step, stride, firstCallId, lists },
    walkItem,
  );
  const closing = { ...endLoop(scope, loop, { ...begun, stride }), ok, failed };
  if (end) {
    yield { ...closing, outcome: 'error', errorMessage: end.errorMessage };
    return end;
  }
  const { saved, extractions, problem } = lists.finish();
  if (problem !== undefined) {
    const [run, count] = [ok + failed, begun.items.length];
    const errorMessage =
      run === count
        ? problem
        : `${problem} Only ${formatCount(run)} of ${formatCount(count)} items were run.`;
    yield { ...closing, outcome: 'error', errorMessage };
    return endInError(errorMessage);
  }
  const event: LoopEnded = { ...closing, errorMessage: late?.errorMessage ?? null, extractions, notify };
  yield event;
  return goOnBehind(scope, loop, { ...event, failure: late?.failure }, saved);
}

/** Returns the loop's first event with the items to run, or why it has none. */
async function beginLoop(
  scope: RunScope,
  loop: LoopStep,
  { list: read, step, stride }: { list: Evaluated | undefined; step: number; stride: number },
): Promise<{ event: LoopBegun; problem?: string }> {
  const { id, items, itemName, maxItems, onTooMany, onlyNew } = loop;
  const about = { kind: 'loop-begun', step, loopId: id, itemName, stride, at: scope.ports.now() } as const;
  const list = read?.kind === 'value' ? read.value : null;
  if (!Array.isArray(list)) {
    const event = { ...about, items: [], of: 0 };
    const problem =
      read?.kind === 'problem'
        ? `For each: {{${items}}} is no list: ${read.words}.`
        : describeNoList(items, list);
    return { event, problem };
  }
  const found = onlyNew && (await findFreshItems(scope, { id, items, itemName, onlyNew }, list));
  if (found?.kind === 'too-many') {
    return { event: { ...about, items: [], of: list.length }, problem: found.message };
  }
  const all: unknown[] = found?.items ?? list;
  const of = found?.of ?? all.length;
  if (all.length <= maxItems || onTooMany === 'first') {
    const fresh = found && { known: found.known, newKeys: found.newKeys, ...pickFound(found) };
    return { event: { ...about, items: all.slice(0, maxItems), of, ...(fresh && { fresh }) } };
  }
  return { event: { ...about, items: [], of }, problem: describeTooMany(loop, of) };
}

/** Says that a list of `of` items is longer than allowed, and how to run all of them. */
function describeTooMany({ items, maxItems }: LoopStep, of: number): string {
  const many = `{{${items}}} has ${formatCount(of)} items, and at most ${formatCount(maxItems)} are run, so none was.`;
  if (of <= loopBounds.maxItems.max) return `For each: ${many} Raise Maximum items.`;
  return of <= maxFilteredItems
    ? `For each: ${many} To run it in parts, as lists of 100 items, write ${items} | chunk: 100.`
    : `For each: ${many} It has to come in several runs.`;
}

/** Describes why the value is not a list. Null is not offered as the only item: an answer without the list may be an error. */
function describeNoList(items: string, value: unknown): string {
  const problem = `For each: {{${items}}} is no list but ${typeOfJson(value)}.`;
  return value === null ? problem : `${problem} To run it as the only item, write ${items} | list.`;
}

function endLoop(
  { ports }: RunScope,
  { id }: LoopStep,
  {
    step,
    items,
    of,
    at,
    stride,
    ...found
  }: Pick<LoopBegun, 'step' | 'items' | 'of' | 'at' | 'stride'> & Pick<LoopEnded, 'known' | 'remembered'>,
): LoopEnded {
  return {
    kind: 'loop-ended',
    step,
    loopId: id,
    outcome: 'success',
    ok: 0,
    failed: 0,
    errorMessage: null,
    extractions: [],
    notify: null,
    beganAt: at,
    at: ports.now(),
    count: items.length,
    of,
    stride,
    ...pickFound(found),
  };
}

/**
 * `failure` is that of the first failed item; the message of a loop that succeeded is that of a run that ends in error later.
 */
type Ended = Omit<Extract<RecordedEvent, { kind: 'loop-ended' }>, 'kind' | 'step'> & {
  failure: RunEnded['failure'];
};

/** Sets the variables and notes of a loop that is over. Returns the end of the run, when the loop failed. */
function goOnBehind(
  scope: RunScope,
  { itemName }: LoopStep,
  ended: Ended,
  lists: ItemEnded['saved'],
): RunEnded | undefined {
  if (ended.outcome === 'error') return endInError(ended.errorMessage ?? '');
  for (const [name, value] of lists) scope.variables.set(name, value);
  const note = describeLoopResult(itemName, ended);
  if (note !== undefined) scope.closing.notes.push(note);
  scope.closing.notify ??= ended.notify;
  const { errorMessage, failure } = ended;
  if (errorMessage !== null) scope.closing.failed ??= { errorMessage, ...(failure && { failure }) };
  return undefined;
}

/**
 * Describes a loop: `For each order: 118 of 120; 2 failed.` Undefined when every item of the list ran and none failed.
 * `remembered` is set by a first run that runs nothing, `known` by a loop over new items.
 */
function describeLoopResult(
  itemName: string,
  {
    ok,
    failed,
    count,
    of,
    known,
    remembered,
  }: Pick<LoopEnded, 'ok' | 'failed' | 'count' | 'of' | 'known' | 'remembered'>,
): string | undefined {
  if (remembered !== undefined) return `For each ${itemName}: ${describeFirstRun(remembered, of)}`;
  const [well, bad, run, all, left] = [ok, failed, count, of, of - count].map(formatCount);
  const words: string[] = [];
  if (failed > 0) words.push(`${well} of ${run}; ${bad} failed.`);
  if (of > count) {
    const rest =
      known === undefined
        ? `${left} ${of - count === 1 ? 'was' : 'were'} left out`
        : `the next run goes on with the other ${left}`;
    words.push(`The first ${run} of ${all} items were run; ${rest}.`);
  }
  return words.length > 0 ? `For each ${itemName}: ${words.join(' ')}` : undefined;
}

function endInError(errorMessage: string): RunEnded {
  const failure = { callId: '', callName: '', kind: 'payload' } as const;
  return { kind: 'run-ended', status: 'error', errorMessage, notify: null, failure };
}
