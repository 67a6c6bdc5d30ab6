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
