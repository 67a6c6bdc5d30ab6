// What deleting or moving a call does to the loops of a chain: each keeps its calls together. The editor uses it in the
// browser, so nothing here needs the validation library.
import type { ApiCall } from '../definition/api-call';
import type { LoopStep } from '../definition/loop-step';
import { findGap } from '../definition/order';
import { findStretch } from '../definition/stretch';

type PlacedLoop = Pick<LoopStep, 'order' | 'throughCallId'>;
type PlacedCall = Pick<ApiCall, 'id' | 'order'>;

interface Placed<Loop> {
  loop: Loop;
  first: number;
  last: number;
}

/**
 * The loops once the call `edited` was deleted or moved. A call that is moved between two calls of a loop belongs to it
 * then; one of the loop's own does as long as it stands beside the others. What is lost is added to `broken`.
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
    const stretch = findStretch(before, loop);
    const first = stretch?.first ?? findGap(before, loop);
    const own = before.slice(first, (stretch?.last ?? first) + 1).map(({ id }) => id);
    const range = findRange(own, after, edited);
    if (!range) {
      broken.push(`The for each of '${nameOf(edited)}' was removed with it.`);
      return [];
    }
    // The last call of one that covers none is still to be chosen.
    return { loop: stretch ? { ...loop, throughCallId: after[range.last]?.id ?? '' } : loop, ...range };
  });
  return placed.flatMap(({ loop, first, last }) => {
    const isInside = placed.some((other) => other.first < first && last < other.last);
    if (!isInside) return Object.assign({}, loop, { order: first + 0.5 });
    broken.push(`The for each of '${nameOf(edited)}' was removed: it cannot be inside another one.`);
    return [];
  });
}

/** The places of a loop's calls now; undefined when none is left. */
function findRange(own: string[], after: PlacedCall[], edited: string) {
  const places = own.filter((id) => id !== edited).map((id) => after.findIndex((call) => call.id === id));
  const place = own.includes(edited) ? after.findIndex(({ id }) => id === edited) : -1;
  if (places.length === 0) return place === -1 ? undefined : { first: place, last: place };
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (place !== -1 && place === first - 1) return { first: place, last };
  return { first, last: place === last + 1 ? place : last };
}
