import { useClock } from './clock';
import { formatDayTime, formatExactTime, formatLocalDayTime, formatRelativeTime } from './time-format';

/**
 * A time in a line of a log, as 'Mar 9, 14:05:09' in the reader's zone. On hover it shows how long ago that was, and the exact
 * time in UTC. The server does not know the reader's zone: it renders UTC, and says so where no script will change it.
 *
 * @param at ISO 8601
 */
export function DayTime({ at }: { at: string }) {
  const clock = useClock();
  const atMs = Date.parse(at);
  const exact = formatExactTime(atMs);
  return (
    <time
      dateTime={at}
      title={clock === undefined ? exact : `${formatRelativeTime(atMs, clock)} · ${exact}`}
      className="moment"
    >
      {clock === undefined ? formatDayTime(atMs) : formatLocalDayTime(atMs)}
      {clock === undefined && <span className="scripted:hidden"> UTC</span>}
    </time>
  );
}
