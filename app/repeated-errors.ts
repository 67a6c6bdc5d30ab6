// Limits repeated lines in the log. Sixty equal lines a second say no more than one, and would fill the disk, which may be
// full already.
import type { Logger } from 'pino';

interface RepeatedErrors {
  /** Logs an error like the log's own `error`, unless it was just logged. */
  error(details: { err: unknown; [more: string]: unknown }, message: string): void;
}

const minuteMs = 60_000;

/** How many different lines are followed at a time. What differs beyond that is followed as one. */
const maxFollowed = 100;

/**
 * Logs a new line at once, and then once a minute while it continues, with how often it came (`repeated`). Lines with the same
 * key are the same.
 */
export function createRepeatedLines(write: (details: object, message: string) => void) {
  /** How often each line came since it was last logged, by its key. */
  const counts = new Map<string, number>();

  function writeAgain(key: string, details: object, message: string): void {
    const repeated = counts.get(key) ?? 0;
    if (repeated === 0) {
      counts.delete(key);
      return;
    }
    write({ ...details, repeated }, message);
    follow(key, details, message);
  }

  function follow(key: string, details: object, message: string): void {
    counts.set(key, 0);
    setTimeout(() => writeAgain(key, details, message), minuteMs).unref();
  }

  return (ownKey: string, details: object, message: string): void => {
    const key = counts.has(ownKey) || counts.size < maxFollowed ? ownKey : '';
    const count = counts.get(key);
    if (count !== undefined) {
      counts.set(key, count + 1);
      return;
    }
    write(details, message);
    follow(key, details, message);
  };
}

/**
 * Logs errors as {@link createRepeatedLines} does. Two errors are the same when they have the same message, and the same code or,
 * without a code, the same text.
 */
export function createRepeatedErrors(log: Pick<Logger, 'error'>): RepeatedErrors {
  const note = createRepeatedLines((details, message) => log.error(details, message));
  return { error: (details, message) => note(`${message} ${describe(details.err)}`, details, message) };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
