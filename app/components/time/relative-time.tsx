import { useClock } from './clock';
import { formatExactTime, formatLocalDayTime, formatRelativeTime } from './time-format';

/**
 * A point in time, as '3 min ago' with the exact one on hover, in the reader's zone and in UTC. The server and the
 * browser's first render show the exact time in UTC, which does not depend on who looks when; without script it stays so.
 *
 * @param at ISO 8601, or milliseconds since 1970
 */
export function RelativeTime({ at }: { at: string | number }) {
  const clock = useClock();
  const atMs = new Date(at).getTime();
  const exact = formatExactTime(atMs);
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={clock === undefined ? exact : `${formatLocalDayTime(atMs)} · ${exact}`}
      className="whitespace-nowrap tabular-nums"
    >
      {clock === undefined ? exact : formatRelativeTime(atMs, clock)}
    </time>
  );
}
