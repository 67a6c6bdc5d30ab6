// Finds the loops of a definition in its chain.
import type { ApiCall } from '../definition/api-call';
import { type ChainItem, listChainItems } from './chain';
import type { LoopStep } from '../definition/loop-step';
import { sortByOrder } from '../definition/order';
import { findLoopRange } from '../definition/loop-range';

interface Looped {
  apiCalls: ApiCall[];
  loopSteps?: LoopStep[] | undefined;
}

/** The loops, keyed by the index of their first place, with the index after their last place. */
export type PlacedLoops = ReadonlyMap<number, { loop: LoopStep; end: number }>;

/** Returns the loops of a definition by their places in its chain; undefined when it has none. */
export function placeLoops(
  { apiCalls, loopSteps = [] }: Looped,
  places: readonly ChainItem[],
): PlacedLoops | undefined {
  if (loopSteps.length === 0) return undefined;
  const placed = new Map<number, { loop: LoopStep; end: number }>();
  const calls = sortByOrder(apiCalls);
  const placeOf = (id: string | undefined) =>
    places.findIndex((place) => place.kind === 'call' && place.call.id === id);
  for (const loop of loopSteps) {
    const range = findLoopRange(calls, loop);
    if (range) placed.set(placeOf(calls[range.first]?.id), { loop, end: placeOf(loop.throughCallId) + 1 });
  }
  return placed;
}

/** Returns a loop's first call and its number of steps for each item; undefined when the definition lacks the loop. */
export function findLoopPlace(
  definition: Looped & Parameters<typeof listChainItems>[0],
  loopId: string,
): { firstCallId: string; stride: number } | undefined {
  const places = listChainItems(definition);
  for (const [begin, { loop, end }] of placeLoops(definition, places) ?? []) {
    const first = places[begin];
    if (loop.id !== loopId || first?.kind !== 'call') continue;
    return { firstCallId: first.call.id, stride: countItemSteps(places.slice(begin, end)) };
  }
  return undefined;
}

/** Counts the most steps that an item can take, including its own. */
export function countItemSteps(part: readonly ChainItem[]): number {
  let steps = 1;
  for (const place of part) {
    if (place.kind === 'check') steps += 1;
    // Each call may have a notice after it.
    else steps += 1 + countRounds(place.call);
  }
  return steps;
}

function countRounds({ repeat }: ApiCall): number {
  if (!repeat) return 1;
  return repeat.kind === 'pages' ? repeat.maxPages : repeat.maxTries;
}
