// Limits repeated errors in the log. An error that comes sixty times a second says no more than one line, and would fill the
// disk, whose fullness may be its cause.
import type { Logger } from 'pino';

interface RepeatedErrors {
  /** Like the log's own `error`. */
  error(details: { err: unknown; [more: string]: unknown }, message: string): void;
}

const minuteMs = 60_000;

/**
 * Writes down an error at once when it is new, and after that once a minute for as long as it goes on, with how often it
 * came (`repeated`). The same: said with the same message, and with the same code or, where there is none, text.
 */
export function createRepeatedErrors(log: Pick<Logger, 'error'>, everyMs = minuteMs): RepeatedErrors {
  /** How often each came since it was last written down. */
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
    setTimeout(() => writeAgain(key, details, message), everyMs).unref();
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
