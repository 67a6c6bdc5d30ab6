import { randomFillSync, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes for many ids: a request for each id's own costs several times as much as the rest of making it. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = 0;
let count = 0;
/** A clock that goes back by more than this was set; in milliseconds. */
const setBackMs = 60_000;

/**
 * Returns a new id: UUID version 7 (RFC 9562 §5.7), whose text sorts by time, so that newest-first lists page by it. Ids of one
 * process sort in the order they were made: within a millisecond, and while the clock is a little behind, a counter goes on
 * (§6.2, method 1).
 */
export function newId(): string {
  const now = Date.now();
  const isLater = now > lastMs || now < lastMs - setBackMs;
  if (isLater) lastMs = now;
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 16);
  used += 16;
  // The counter starts low enough that no millisecond can exhaust its 32 bits.
  count = isLater ? random.readUInt16BE(6) : count + 1;
  return v7({ random, msecs: lastMs, seq: count });
}

/**
 * Returns a new id that nobody can guess from another one or from the time: UUID version 4 (RFC 9562 §5.4), 122 random bits.
 * Integrations have such ids, since the address of a webhook without a secret is all that its senders know.
 */
export function newUnguessableId(): string {
  return randomUUID();
}

/** Returns a text that sorts before every id made at `at` (milliseconds since 1970) or later, and after all earlier ids. */
export function firstIdOf(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
