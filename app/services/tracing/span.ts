import type { SpanContext } from './trace-context';

/** Something that took time, as a collector gets it. */
export interface Span {
  context: SpanContext;
  /** `server`: it was asked for from outside; `client`: it asked another. */
  kind: 'server' | 'client';
  name: string;
  /** In milliseconds since 1970. */
  beganAt: number;
  endedAt: number;
  attributes: Record<string, string | number>;
  /** Why it failed; null when it did not. */
  error: string | null;
}
