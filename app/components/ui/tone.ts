/** The meaning of a colour. `caution` stands between `warn` and `bad`, as a client error beside a server error. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'caution' | 'bad' | 'info';

/** The classes of a tinted background with readable text on it. */
export const softTone: Record<Tone, string> = {
  // Its background is that of a row under the pointer: the line keeps its shape there.
  neutral: 'bg-surface-hover text-ink-muted inset-ring inset-ring-line',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good-ink',
  warn: 'bg-warn-soft text-warn-ink',
  caution: 'bg-caution-soft text-caution-ink',
  bad: 'bg-bad-soft text-bad-ink',
  info: 'bg-info-soft text-info-ink',
};

/** The classes of icons, dots and other marks. */
export const markTone: Record<Tone, string> = {
  neutral: 'text-line-strong',
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  caution: 'text-caution',
  bad: 'text-bad',
  info: 'text-info',
};
