import { formatDuration, formatMilliseconds } from '~/components/time/time-format';
import type { TimingSpan, TimingView } from '../log-view/timing-view';

/** The least width of a bar, out of 1000, so that the shortest call is visible. */
const minWidth = 12;

interface TimingBarProps {
  spans: TimingSpan[];
  /** The duration that the whole width stands for. */
  totalMs: number;
}

/** Draws a call's attempts on a time line. The figures are beside it as text. */
export function TimingBar({ spans, totalMs }: TimingBarProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1000 12"
      preserveAspectRatio="none"
      className="h-2 w-full overflow-hidden rounded-full bg-surface-hover"
    >
      {spans.map((span) => (
        <Bar key={span.startMs} span={span} scale={1000 / totalMs} />
      ))}
    </svg>
  );
}

function Bar({ span: { startMs, durationMs, failed }, scale }: { span: TimingSpan; scale: number }) {
  const width = Math.max(minWidth, durationMs * scale);
  return (
    <rect
      x={Math.min(startMs * scale, 1000 - width)}
      width={width}
      height={12}
      rx={6}
      className={failed ? 'fill-bad' : 'fill-good'}
    />
  );
}

/** Describes when attempts were sent, from the start of the run, and how long they took: `Sent after 6 ms, took 8 ms`. */
export function describeSpans(spans: TimingView['calls'][number]['spans']): string {
  const text = spans.map(describeSpan).join(', then ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Describes when an attempt was sent: `sent after 6 ms`, or `sent after 6 ms and 4.00 s of waits`. */
export function describeStart({ startMs, waitedMs }: TimingSpan): string {
  const waits = waitedMs === undefined ? '' : ` and ${formatDuration(waitedMs)} of waits`;
  return `sent after ${formatMilliseconds(startMs)}${waits}`;
}

function describeSpan(span: TimingSpan): string {
  const { durationMs, failed } = span;
  return `${describeStart(span)}, ${failed ? 'failed after' : 'took'} ${formatMilliseconds(durationMs)}`;
}
