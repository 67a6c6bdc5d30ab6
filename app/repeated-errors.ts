// Limits repeated errors in the log. Sixty equal lines a second say no more than one, and would fill the disk, which may be
// full already.
import type { Logger } from 'pino';

interface RepeatedErrors {
  /** Logs an error like the log's own `error`, unless it was just logged. */
  error(details: { err: unknown; [more: string]: unknown }, message: string): void;
}

const minuteMs = 60_000;

/**
 * Logs a new error at once, and then once a minute while it continues, with how often it came (`repeated`). Two errors are the
 * same when they have the same message, and the same code or, without a code, the same text.
 */
export function createRepeatedErrors(log: Pick<Logger, 'error'>): RepeatedErrors {
  /** How often each error came since it was last logged. */
  const counts = new Map<string, number>();

  function writeAgain(key: string, details: object, message: string): void {
    const repeated = counts.get(key) ?? 0;
    if (repeated === 0) {
      counts.delete(key);
      return;
    }
    log.error({ ...details, repeated }, message);
    follow(key, details, message);
  }

  function follow(key: string, details: object, message: string): void {
    counts.set(key, 0);
    setTimeout(() => writeAgain(key, details, message), minuteMs).unref();
  }

  return {
    error(details, message) {
      const key = `${message} ${describe(details.err)}`;
      const count = counts.get(key);
      if (count !== undefined) {
        counts.set(key, count + 1);
        return;
      }
      log.error(details, message);
      follow(key, details, message);
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
