import { useClock, useServedAt } from './clock';
import { formatExactTime, formatLocalDayTime, formatRelativeTime } from './time-format';

/**
 * A point in time, as '3 min ago' with the exact one on hover, in the reader's zone and in UTC. The server and the
 * browser's first render have the exact time in UTC, too, which does not depend on who looks when: without script it is
 * what stands there. Where script is about to come, the words by the server's clock do, so that nothing moves then.
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
      className="whitespace-nowrap tabular-nums"
    >
      {clock === undefined ? (
        <Served exact={exact} atMs={atMs} at={servedAt} />
      ) : (
        formatRelativeTime(atMs, clock)
      )}
    </time>
  );
}

/** What is there until script comes, or for good. */
function Served({ exact, atMs, at }: { exact: string; atMs: number; at: number | undefined }) {
  if (at === undefined) return exact;
  return (
    <>
      <span className="scripted:hidden">{exact}</span>
      <span className="hidden scripted:inline">{formatRelativeTime(atMs, at)}</span>
    </>
  );
}
