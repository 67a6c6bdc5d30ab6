import { formatMilliseconds } from './time-format';

interface MillisecondsProps {
  /** Null while it is not known: nothing is shown. */
  value: number | null;
  /** What the time is, in front of it. */
  label?: string;
}

/** A duration in a line of a log. */
export function Milliseconds({ value, label }: MillisecondsProps) {
  if (value === null) return null;
  const text = formatMilliseconds(value);
  return <span className="text-ink-muted tabular-nums">{label ? `${label} ${text}` : text}</span>;
}
