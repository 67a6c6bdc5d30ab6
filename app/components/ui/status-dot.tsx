import { joinClassNames } from './class-names';
import { markTone, type Tone } from './tone';

/** A coloured dot with its meaning beside it, or as text for screen readers only. */
export function StatusDot({ tone, label, hideLabel }: { tone: Tone; label: string; hideLabel?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2" title={hideLabel ? label : undefined}>
      <span
        aria-hidden
        className={joinClassNames('size-2 shrink-0 rounded-full bg-current', markTone[tone])}
      />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </span>
  );
}
