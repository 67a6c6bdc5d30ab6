// Finds the calls that a loop covers. The editor uses this in the browser, so it does not use the validation library.
import { countCallsBefore } from './order';

/** Returns the indexes of the calls that a loop covers, in order; undefined when its last call comes before it. */
export function findLoopRange(
  calls: readonly { id: string; order: number }[],
  loop: { order: number; throughCallId: string },
): { first: number; last: number } | undefined {
  const first = countCallsBefore(calls, loop);
  const last = calls.findIndex(({ id }) => id === loop.throughCallId);
  return last >= first ? { first, last } : undefined;
}
