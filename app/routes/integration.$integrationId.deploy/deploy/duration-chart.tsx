import { joinClassNames } from '~/components/ui/class-names';
import { markTone } from '~/components/ui/tone';
import { formatDuration } from '~/components/time/time-format';
import type { Operations } from '~/services/monitoring/operational-status';
import { timelineStatus } from './timeline-status';

const shownExecutions = 30;
const height = 64;
const barWidth = 8;
const gap = 4;
/** The least height of a bar, so that the shortest execution is visible. */
const shortest = 3;

/** Shows the durations and results of the last executions, one bar each, with the newest at the right. */
export function DurationChart({ executions }: { executions: Operations['recent'] }) {
  const ended = executions
    .filter(({ duration }) => duration !== null)
    .slice(0, shownExecutions)
    .toReversed()
    .map(({ id, status, startedAt, duration }) => ({ id, status, startedAt, duration: duration ?? 0 }));
  if (ended.length < 2) return null;
  const longest = Math.max(1, ...ended.map(({ duration }) => duration));
  const width = shownExecutions * (barWidth + gap) - gap;
  const left = width - ended.length * (barWidth + gap) + gap;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-ink-muted">
        <span>Duration and result of the last {ended.length} executions</span>
        <span className="tabular-nums">Longest {formatDuration(longest)}</span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full border-b border-line"
      >
        {ended.map(({ id, status, duration }, index) => {
          const bar = Math.max(shortest, (height * duration) / longest);
          return (
            <rect
              key={id}
              x={left + index * (barWidth + gap)}
              y={height - bar}
              width={barWidth}
              height={bar}
              className={joinClassNames('fill-current', markTone[timelineStatus(status).tone])}
            >
              <title>{`${timelineStatus(status).text}, ${formatDuration(duration)}`}</title>
            </rect>
          );
        })}
      </svg>
      {/* The class is on an element around the table, since a table is never narrower than its text. */}
      <div className="sr-only">
        <table>
          <caption>Duration and result of the last executions, oldest first</caption>
          <thead>
            <tr>
              <th scope="col">Started</th>
              <th scope="col">Result</th>
              <th scope="col">Duration</th>
            </tr>
          </thead>
          <tbody>
            {ended.map(({ id, status, startedAt, duration }) => (
              <tr key={id}>
                <th scope="row">{`${startedAt.slice(0, 19).replace('T', ' ')} UTC`}</th>
                <td>{timelineStatus(status).text}</td>
                <td>{formatDuration(duration)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
