// Repairs the loops of a chain when a call is deleted or moved: each loop keeps its calls together. The editor uses this in the
// browser, so it does not use the validation library.
import type { ApiCall } from '../definition/api-call';
import type { LoopStep } from '../definition/loop-step';
import { countCallsBefore } from '../definition/order';
import { findLoopRange } from '../definition/loop-range';

type PlacedLoop = Pick<LoopStep, 'order' | 'throughCallId'>;
type PlacedCall = Pick<ApiCall, 'id' | 'order'>;

interface Placed<Loop> {
  loop: Loop;
  first: number;
  last: number;
}

/**
 * Returns the loops after the call `edited` was deleted or moved. A call that is moved between two calls of a loop joins it; a
 * call of the loop stays in it while it is next to the others. Losses are added to `broken`.
 *
 * @param after the calls in their new order; their `order` is still the old one
 */
export function repairLoops<Loop extends PlacedLoop>(
  loops: readonly Loop[],
  { before, after, edited }: { before: PlacedCall[]; after: PlacedCall[]; edited: PlacedCall['id'] },
  nameOf: (callId: string) => string,
  broken: string[],
): Loop[] {
  const placed = loops.flatMap((loop): Placed<Loop> | [] => {
    const formerRange = findLoopRange(before, loop);
    const first = formerRange?.first ?? countCallsBefore(before, loop);
    const own = before.slice(first, (formerRange?.last ?? first) + 1).map(({ id }) => id);
    const range = findRange(own, after, edited);
    if (!range) {
      broken.push(`The for each of '${nameOf(edited)}' was removed with it.`);
      return [];
    }
    // A loop that covers no calls keeps its last call, which the user has yet to choose.
    return { loop: formerRange ? { ...loop, throughCallId: after[range.last]?.id ?? '' } : loop, ...range };
  });
  return placed.flatMap(({ loop, first, last }) => {
    const isInside = placed.some((other) => other.first < first && last < other.last);
    if (!isInside) return Object.assign({}, loop, { order: first + 0.5 });
    broken.push(`The for each of '${nameOf(edited)}' was removed: it cannot be inside another one.`);
    return [];
  });
}

/** Returns the indexes of a loop's first and last call now; undefined when none is left. */
function findRange(own: string[], after: PlacedCall[], edited: string) {
  const places = own.filter((id) => id !== edited).map((id) => after.findIndex((call) => call.id === id));
  const place = own.includes(edited) ? after.findIndex(({ id }) => id === edited) : -1;
  if (places.length === 0) return place === -1 ? undefined : { first: place, last: place };
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (place !== -1 && place === first - 1) return { first: place, last };
  return { first, last: place === last + 1 ? place : last };
}
