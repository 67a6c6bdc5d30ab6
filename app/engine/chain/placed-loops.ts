// Where the loops of a definition stand in its chain.
import type { ApiCall } from '../definition/api-call';
import { type ChainItem, listChainItems } from './chain';
import type { LoopStep } from '../definition/loop-step';
import { sortByOrder } from '../definition/order';
import { findStretch } from '../definition/stretch';

interface Looped {
  apiCalls: ApiCall[];
  loopSteps?: LoopStep[] | undefined;
}

/** Loops by the place where each begins, with the place behind it. */
export type PlacedLoops = ReadonlyMap<number, { loop: LoopStep; end: number }>;

/** The loops of a definition among the places of its chain; undefined when it has none. */
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
    const stretch = findStretch(calls, loop);
    if (stretch)
      placed.set(placeOf(calls[stretch.first]?.id), { loop, end: placeOf(loop.throughCallId) + 1 });
  }
  return placed;
}

/** Where a loop of a definition begins, and how many steps there are for each item; undefined when it has no such loop. */
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

/** How many steps an item takes at most, its own among them. */
export function countItemSteps(stretch: readonly ChainItem[]): number {
  let steps = 1;
  for (const place of stretch) {
    if (place.kind === 'check') steps += 1;
    // A notice may follow.
    else steps += 1 + countRounds(place.call);
  }
  return steps;
}

function countRounds({ repeat }: ApiCall): number {
  if (!repeat) return 1;
  return repeat.kind === 'pages' ? repeat.maxPages : repeat.maxTries;
}
