// Which calls a loop covers. The editor asks in the browser, so nothing here needs the validation library.
import { findGap } from './order';

/** The calls that a loop covers, as places among the calls in their order; undefined when its last one comes before it. */
export function findStretch(
  calls: readonly { id: string; order: number }[],
  loop: { order: number; throughCallId: string },
): { first: number; last: number } | undefined {
  const first = findGap(calls, loop);
  const last = calls.findIndex(({ id }) => id === loop.throughCallId);
  return last >= first ? { first, last } : undefined;
}
