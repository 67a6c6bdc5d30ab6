import { useSyncExternalStore } from 'react';
import { formatExactTime, formatRelativeTime } from './time-format';

let now = 0;
let ticker: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for all times on a page; it runs while any is shown. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  now = Date.now();
  ticker ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
}

function readClock() {
  now ||= Date.now();
  return now;
}

/**
 * A point in time, as '3 min ago' with the exact one on hover. The server and the browser's first render show the exact
 * time in UTC, which does not depend on who looks when; without script it stays so.
 *
 * @param at ISO 8601, or milliseconds since 1970
 */
export function RelativeTime({ at }: { at: string | number }) {
  const clock = useSyncExternalStore(subscribe, readClock, () => undefined);
  const atMs = new Date(at).getTime();
  const exact = formatExactTime(atMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exact} className="whitespace-nowrap tabular-nums">
      {clock === undefined ? exact : formatRelativeTime(atMs, clock)}
    </time>
  );
}
