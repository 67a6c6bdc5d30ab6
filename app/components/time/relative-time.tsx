import { useClock, useServedAt } from './clock';
import { formatExactTime, formatLocalDayTime, formatRelativeTime } from './time-format';

/**
 * A time as '3 min ago', with the exact time on hover, in the reader's zone and in UTC. The server and the browser's first
 * render contain the exact time in UTC, which is the same for every reader and moment. Without script it stays. When script is
 * about to run, the words by the server's clock show instead, so that nothing moves then.
 *
 * @param at ISO 8601, or milliseconds since 1970
 */
export function RelativeTime({ at }: { at: string | number }) {
  const clock = useClock();
  const servedAt = useServedAt();
  const atMs = new Date(at).getTime();
  const exact = formatExactTime(atMs);
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={clock === undefined ? exact : `${formatLocalDayTime(atMs)} · ${exact}`}
      className="moment"
    >
      {clock === undefined ? (
        <Served exact={exact} atMs={atMs} at={servedAt} />
      ) : (
        formatRelativeTime(atMs, clock)
      )}
    </time>
  );
}

/** The text that is shown until script runs, or for good. */
function Served({ exact, atMs, at }: { exact: string; atMs: number; at: number | undefined }) {
  if (at === undefined) return exact;
  return (
    <>
      <span className="scripted:hidden">{exact}</span>
      <span className="hidden scripted:inline">{formatRelativeTime(atMs, at)}</span>
    </>
  );
}
