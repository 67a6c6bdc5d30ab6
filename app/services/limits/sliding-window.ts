// A sliding window limits how often a key may try within the length of the window. It is in memory, because a restart that
// forgets it does no harm, and limited in size, because strangers choose the keys.

export interface SlidingWindow {
  /** The number of tries allowed within the window. */
  readonly limit: number;
  /** Returns the milliseconds until the key may try again; 0 when it may now. */
  waitMs(key: string, now: number): number;
  /** Returns the number of the key's tries within the window, at most the limit. */
  count(key: string, now: number): number;
  /** Counts one try. */
  record(key: string, now: number): void;
  /** Forgets the key's tries. */
  clear(key: string): void;
}

interface SlidingWindowOptions {
  /** The number of tries allowed within `windowMs`. */
  limit: number;
  windowMs: number;
  /** How many keys are remembered; beyond that, the key with the oldest last try is forgotten. */
  maxKeys?: number;
}

export function createSlidingWindow({
  limit,
  windowMs,
  maxKeys = 10_000,
}: SlidingWindowOptions): SlidingWindow {
  /** The times of the tries, oldest first; the keys in the order of their last try. */
  const tries = new Map<string, number[]>();

  function listRecent(key: string, now: number): number[] {
    // Times ahead of now were counted before the clock was set back.
    return (tries.get(key) ?? []).filter((time) => Math.abs(now - time) < windowMs);
  }

  return {
    limit,
    waitMs(key, now) {
      const recent = listRecent(key, now);
      const oldest = recent[recent.length - limit];
      return oldest === undefined ? 0 : oldest + windowMs - now;
    },
    count: (key, now) => listRecent(key, now).length,
    record(key, now) {
      const recent = [...listRecent(key, now), now].slice(-limit);
      tries.delete(key);
      tries.set(key, recent);
      for (const longestAgo of tries.keys()) {
        if (tries.size <= maxKeys && listRecent(longestAgo, now).length > 0) return;
        tries.delete(longestAgo);
      }
    },
    clear(key) {
      tries.delete(key);
    },
  };
}
