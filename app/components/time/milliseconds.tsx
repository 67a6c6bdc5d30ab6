import { formatMilliseconds } from './time-format';

interface MillisecondsProps {
  /** The duration; null while it is unknown, and then nothing is shown. */
  value: number | null;
  /** The name of the duration, in front of it. */
  label?: string;
}

/** A duration in a line of a log. */
export function Milliseconds({ value, label }: MillisecondsProps) {
  if (value === null) return null;
  const text = formatMilliseconds(value);
  return <span className="text-ink-muted tabular-nums">{label ? `${label} ${text}` : text}</span>;
}
