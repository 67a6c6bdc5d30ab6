// What people read whose request failed because nothing can be stored: the whole installation has the trouble, not they.
import type { AppContext } from '~/context';
import { isDatabaseDown, isFull } from '~/db/core/database-errors';
import type { Problem } from '~/problem';

/** Undefined when the request failed over something else. */
export function explainStoringFailure(
  { db }: Pick<AppContext, 'db'>,
  error: unknown,
): (Problem & { kind: 'unavailable' }) | undefined {
  if (isFull(error)) {
    const message = 'The disk of this server is full, so nothing was saved. Try again once there is room.';
    return { kind: 'unavailable', message, retryAfterSeconds: 30 };
  }
  if (isDatabaseDown(error) || !db.care.isOpen()) return { kind: 'unavailable', retryAfterSeconds: 10 };
  return undefined;
}
