// A stretch of the chain, run for each item of a list. Each item has its own steps, at a distance that does not depend on what the
// items before it did, and sees what was saved before the loop and by itself alone.
import type { ChainItem } from '../definition/chain';
import { findStretch, loopName, type LoopStep } from '../definition/loop-step';
import { sortByOrder } from '../definition/order';
import type { RunEnded, RunEvent } from '../events/event';
import type { Definition } from '../integration';
import { measureJson } from '../json/json';
import { typeOfJson } from '../json/value-text';
import { readReference } from '../placeholders/reference';
import { parseReference } from '../placeholders/reference-pattern';
import type { RunScope } from './call-run';
import { savedValueLength } from './outcome';

/** Loops by the place where each begins, with the place behind it. */
export type PlacedLoops = ReadonlyMap<number, { loop: LoopStep; end: number }>;

/** The loops of a definition among the places of its chain; undefined when it has none. */
export function placeLoops(
  { apiCalls, loopSteps = [] }: Pick<Definition, 'apiCalls' | 'loopSteps'>,
  places: readonly ChainItem[],
): PlacedLoops | undefined {
  if (loopSteps.length === 0) return undefined;
  const placed = new Map<number, { loop: LoopStep; end: number }>();
  const calls = sortByOrder(apiCalls);
  const placeOf = (id: string | undefined) =>
    places.findIndex((place) => place.kind === 'call' && place.call.id === id);
  for (const loop of loopSteps) {
    const stretch = findStretch(calls, loop);
    if (stretch)
      placed.set(placeOf(calls[stretch.first]?.id), { loop, end: placeOf(loop.throughCallId) + 1 });
  }
  return placed;
}

/** How many steps an item takes at most. */
export function countSteps(stretch: readonly ChainItem[]): number {
  let steps = 0;
  for (const place of stretch) {
    if (place.kind === 'check') steps += 1;
    // A notice may follow.
    else steps += 1 + countRounds(place.call);
  }
  return steps;
}

function countRounds({ repeat }: Definition['apiCalls'][number]): number {
  if (!repeat) return 1;
  return repeat.kind === 'pages' ? repeat.maxPages : repeat.maxTries;
}

type WalkItem = (scope: RunScope, step: number) => AsyncGenerator<RunEvent, RunEnded | undefined, undefined>;

/** Runs the items one after the other. Answers the event that ends the run, when one does. */
export async function* runLoop(
  scope: RunScope,
  loop: LoopStep,
  { stretch, step }: { stretch: readonly ChainItem[]; step: number },
  walkItem: WalkItem,
): AsyncGenerator<RunEvent, RunEnded | undefined, undefined> {
  const list = readList(scope, loop);
  if (typeof list === 'string') return endInError(list);
  const stride = countSteps(stretch);
  const kept = loop.collect.map(({ saveAs }) => ({ saveAs, values: [] as unknown[] }));
  let firstFailed: { end: RunEnded; notify: RunEnded['notify'] } | undefined;
  let failed = 0;
  for (const [index, item] of list.entries()) {
    const variables = new Map(scope.variables);
    variables.set(loop.itemName, item);
    variables.set(loopName, { index: index + 1, count: list.length });
    const end = yield* walkItem({ ...scope, variables, item: index + 1 }, step + index * stride);
    if (!end) {
      for (const [at, { from }] of loop.collect.entries()) kept[at]?.values.push(readValue(variables, from));
      continue;
    }
    const told = { ...end, errorMessage: `Item ${index + 1} of ${list.length}: ${end.errorMessage ?? ''}` };
    if (loop.onError === 'stop') return told;
    failed += 1;
    firstFailed ??= { end: told, notify: null };
    firstFailed.notify ??= end.notify;
  }
  if (firstFailed && failed === list.length) {
    const { end, notify } = firstFailed;
    return { ...end, errorMessage: `All ${failed} items failed. ${end.errorMessage ?? ''}`, notify };
  }
  for (const { saveAs, values } of kept) {
    if (measureJson(values, savedValueLength) > savedValueLength) {
      return endInError(`{{${saveAs}}} is too large to be kept: a list of at most 2 MiB is.`);
    }
    scope.variables.set(saveAs, values);
  }
  return undefined;
}

/** The items to run, or why there are none to be had. */
function readList({ variables }: RunScope, { items, maxItems, onTooMany }: LoopStep): unknown[] | string {
  const list = readValue(variables, items);
  if (!Array.isArray(list)) return `For each: {{${items}}} is no list but ${typeOfJson(list)}.`;
  if (list.length <= maxItems || onTooMany === 'first') return list.slice(0, maxItems);
  return `For each: {{${items}}} has ${list.length} items, and at most ${maxItems} are run.`;
}

function readValue(variables: RunScope['variables'], source: string): unknown {
  const reference = parseReference(source);
  const result = reference && readReference(reference, variables);
  return result?.found ? result.value : null;
}

function endInError(errorMessage: string): RunEnded {
  return { kind: 'run-ended', status: 'error', errorMessage, notify: null };
}
