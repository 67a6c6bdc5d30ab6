// Describes a wait before a call in a few words, shown while its fields are closed.
import type { WaitForm } from './wait-form';

type Typed = Partial<Record<keyof WaitForm, string | undefined>>;

/** Describes a wait: `2 hours`, `Until {{trigger.dueAt}}`, `For an answer, at most 2 days`; `None` without one. */
export function describeWait({ kind, amount, unit, at }: Typed = {}): string {
  if (kind === 'until') return at ? `Until ${at}` : 'Until a time';
  if (kind !== 'duration' && kind !== 'answer') return 'None';
  const length = amount && unit ? `${amount} ${amount === '1' ? unit.replace(/s$/, '') : unit}` : undefined;
  if (kind === 'duration') return length ?? 'For a while';
  return length === undefined ? 'For an answer' : `For an answer, at most ${length}`;
}
