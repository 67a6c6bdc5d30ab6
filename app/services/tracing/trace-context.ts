// W3C Trace Context, https://www.w3.org/TR/trace-context/: the calls of an execution continue the trace of its delivery. Ids
// are derived, not random: another process that takes up a run gives its spans the same ids.
import { createHash } from 'node:crypto';

const form = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Returns a header's value as it is stored, in version 00; undefined when it is not valid. */
export function readTraceparent(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 200) return undefined;
  const match = form.exec(header.trim());
  if (!match) return undefined;
  const [, traceId, spanId, flags, rest] = match;
  // Version 00 ends here; later versions may append more.
  if (header.startsWith('00') && rest !== undefined) return undefined;
  return `00-${traceId}-${spanId}-${flags}`;
}

/** A place in a trace. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  /** The id of the span that led to this one; undefined for the first. */
  parentId: string | undefined;
  /** Two hexadecimal digits. */
  flags: string;
}

/** Returns the span of an execution: below the span of its delivery, or the first of a new trace. */
export function spanOfExecution(executionId: string, traceparent: string | null): SpanContext {
  const [, traceId, parentId, flags] = traceparent?.split('-') ?? [];
  return {
    traceId: traceId ?? digest(`trace ${executionId}`, 32),
    spanId: digest(`execution ${executionId}`, 16),
    parentId,
    flags: flags ?? '01',
  };
}

/** Returns the span of a call's attempt, which `attemptId` identifies, below that of its execution. */
export function spanOfAttempt(execution: SpanContext, attemptId: string): SpanContext {
  const { traceId, spanId: parentId, flags } = execution;
  return { traceId, spanId: digest(`attempt ${parentId} ${attemptId}`, 16), parentId, flags };
}

/** Returns the `traceparent` for what an execution starts (a replay, its followers); null when no trace is to be continued. */
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
