// Sliding window: a key may try so often within any stretch of the window's length. In memory, because a restart
// that forgets is no harm, and bounded, because the keys are whatever strangers send.

export interface SlidingWindow {
  /** Milliseconds until the key may try again; 0 when it may now. */
  waitMs(key: string, now: number): number;
  /** Counts one try. */
  record(key: string, now: number): void;
  /** Forgets the key's tries. */
  clear(key: string): void;
}

export interface SlidingWindowOptions {
  /** Tries within `windowMs`. */
  limit: number;
  windowMs: number;
  /** How many keys are remembered; past it, the one whose last try is longest ago is forgotten. */
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
    // What lies ahead was counted before the clock was set back.
    return (tries.get(key) ?? []).filter((time) => Math.abs(now - time) < windowMs);
  }

  return {
    waitMs(key, now) {
      const recent = listRecent(key, now);
      const oldest = recent[recent.length - limit];
      return oldest === undefined ? 0 : oldest + windowMs - now;
    },
    record(key, now) {
      const recent = [...listRecent(key, now), now].slice(-limit);
      tries.delete(key);
      tries.set(key, recent);
      if (tries.size <= maxKeys) return;
      const [longestAgo] = tries.keys();
      if (longestAgo !== undefined) tries.delete(longestAgo);
    },
    clear(key) {
      tries.delete(key);
    },
  };
}
