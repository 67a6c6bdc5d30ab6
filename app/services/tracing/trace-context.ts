// W3C Trace Context, https://www.w3.org/TR/trace-context/: a delivery's trace goes on in the calls of its execution. Ids are made of
// what they stand for, not of chance: a run that is taken up by another process names its spans as the first one did.
import { createHash } from 'node:crypto';

const form = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** A header's value as it is kept, in version 00; undefined for what is none. */
export function readTraceparent(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 200) return undefined;
  const match = form.exec(header.trim());
  if (!match) return undefined;
  const [, traceId, spanId, flags, rest] = match;
  // Version 00 ends there; what later ones add is theirs.
  if (header.startsWith('00') && rest !== undefined) return undefined;
  return `00-${traceId}-${spanId}-${flags}`;
}

/** A place in a trace. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  /** Of the span that led to it; undefined for the first. */
  parentId: string | undefined;
  /** Two hexadecimal digits. */
  flags: string;
}

/** The span of an execution: below that of its delivery, or the first of a trace of its own. */
export function spanOfExecution(executionId: string, traceparent: string | null): SpanContext {
  const [, traceId, parentId, flags] = traceparent?.split('-') ?? [];
  return {
    traceId: traceId ?? digest(`trace ${executionId}`, 32),
    spanId: digest(`execution ${executionId}`, 16),
    parentId,
    flags: flags ?? '01',
  };
}

/** The span of a call's attempt, below that of its execution; `key` is its Idempotency-Key. */
export function spanOfAttempt(execution: SpanContext, key: string): SpanContext {
  const { traceId, spanId: parentId, flags } = execution;
  return { traceId, spanId: digest(`attempt ${parentId} ${key}`, 16), parentId, flags };
}

/** The trace of what an execution starts (a replay, those who follow it), as `traceparent`; null where nobody follows traces. */
export function traceOfNext(
  { traces }: { traces: unknown },
  execution: { id: string; traceparent: string | null },
): string | null {
  if (execution.traceparent === null && traces === undefined) return null;
  return writeTraceparent(spanOfExecution(execution.id, execution.traceparent));
}

export function writeTraceparent({ traceId, spanId, flags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
