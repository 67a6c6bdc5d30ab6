import type { SpanContext } from './trace-context';

/** A timed operation, as a collector gets it. */
export interface Span {
  context: SpanContext;
  /** `server`: the operation was requested from outside; `client`: it sent a request. */
  kind: 'server' | 'client';
  name: string;
  /** In milliseconds since 1970. */
  beganAt: number;
  endedAt: number;
  attributes: Record<string, string | number>;
  /** Why the operation failed; null when it did not. */
  error: string | null;
}
