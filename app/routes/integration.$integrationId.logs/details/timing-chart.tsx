import { formatMilliseconds } from '~/components/time/time-format';
import type { TimingSpan, TimingView } from '../log-view/timing-view';

/** So wide that the shortest call can still be seen, of a thousand. */
const minWidth = 6;

/** A waterfall: a line for each call, its attempts where they happened. The figures stand beside it as text. */
export function TimingChart({ timing: { totalMs, calls } }: { timing: TimingView }) {
  const scale = 1000 / totalMs;
  return (
    <ol className="flex flex-col gap-2 rounded-md border border-line bg-surface-raised px-4 py-3">
      {calls.map(({ step, name, spans }) => (
        <li
          key={step}
          // The same columns in each line, whatever its texts, so that bars below each other mean the same.
          className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]"
        >
          <span className="min-w-0 truncate font-medium" title={name}>
            {name}
          </span>
          <svg
            aria-hidden
            viewBox="0 0 1000 12"
            preserveAspectRatio="none"
            className="h-3 w-full overflow-hidden rounded-sm bg-surface-sunken"
          >
            {spans.map((span) => (
              <Bar key={span.startMs} span={span} scale={scale} />
            ))}
          </svg>
          <span className="text-[0.8125rem] text-ink-muted tabular-nums sm:text-right">
            {spans.map(describeSpan).join(', then ')}
          </span>
        </li>
      ))}
      <li className="border-t border-line pt-2 text-right text-[0.8125rem] text-ink-muted tabular-nums">
        {formatMilliseconds(totalMs)} in all
      </li>
    </ol>
  );
}

/** A call's times as a line of text. */
export function summarizeTiming({ name, spans }: TimingView['calls'][number]): string {
  return `${name}: ${spans.map(describeSpan).join(', then ')}`;
}

function Bar({ span: { startMs, durationMs, failed }, scale }: { span: TimingSpan; scale: number }) {
  const width = Math.max(minWidth, durationMs * scale);
  return (
    <rect
      x={Math.min(startMs * scale, 1000 - width)}
      width={width}
      height={12}
      className={failed ? 'fill-bad' : 'fill-accent'}
    />
  );
}

function describeSpan({ startMs, durationMs, failed }: TimingSpan): string {
  const start = `at ${formatMilliseconds(startMs)}: ${formatMilliseconds(durationMs)}`;
  return failed ? `${start}, failed` : start;
}
