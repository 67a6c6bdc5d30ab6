// The message for people whose request failed because nothing can be stored: the trouble is that of the whole installation.
import type { AppContext } from '~/context';
import { isDatabaseDown, isFull } from '~/db/core/database-errors';
import type { Problem } from '~/problem';

/** Returns undefined when the request failed for another reason. */
export function explainStoringFailure(
  { db }: Pick<AppContext, 'db'>,
  error: unknown,
): (Problem & { kind: 'unavailable' }) | undefined {
  if (isFull(error)) {
    const message = 'The disk of this server is full, so nothing was saved. Try again once there is room.';
    return { kind: 'unavailable', message, retryAfterSeconds: 30 };
  }
  if (isDatabaseDown(error) || !db.file.isOpen()) return { kind: 'unavailable', retryAfterSeconds: 10 };
  return undefined;
}

/**
 * For what does several things, each in a transaction of its own: logs that nothing can be stored, and returns the problem of
 * this one and of those behind it. Throws any other error again.
 */
export function noteStoringFailure(
  context: Pick<AppContext, 'db' | 'log'>,
  error: unknown,
): Problem & { kind: 'unavailable' } {
  const problem = explainStoringFailure(context, error);
  if (!problem) throw error;
  context.log.error({ err: error }, 'of several changes, some could not be stored');
  return problem;
}
