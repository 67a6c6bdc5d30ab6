// A token bucket for each key: `perSecond` on average, `burst` at once.

export interface TokenBuckets {
  /**
   * Takes one token. Returns 0, or the seconds, rounded up, until there is one again. `tighter`: a lower limit for this key per
   * second, with twice as many at once.
   */
  take(key: string, now: number, tighter?: number | null): number;
}

/** The limit for deliveries to one integration that do not prove their sender; it also limits guessing. */
export const strangersLimit = { perSecond: 100, burst: 200 };

/** How long a bucket must be untouched, in milliseconds, until it is full again and can be forgotten. */
const sweepAfterMs = 60_000;

export function createTokenBuckets(usual: { perSecond: number; burst: number }): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  let sweptAt = 0;

  function sweep(now: number) {
    sweptAt = now;
    for (const [key, bucket] of buckets) if (now - bucket.at > sweepAfterMs) buckets.delete(key);
  }

  return {
    take(key, now, tighter = null) {
      const { perSecond, burst } = tighter === null ? usual : tighten(usual, tighter);
      if (now - sweptAt > sweepAfterMs) sweep(now);
      const bucket = buckets.get(key) ?? { tokens: burst, at: now };
      const elapsed = Math.max(0, now - bucket.at);
      bucket.tokens = Math.min(burst, bucket.tokens + (elapsed * perSecond) / 1000);
      bucket.at = now;
      buckets.set(key, bucket);
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond);
      bucket.tokens -= 1;
      return 0;
    },
  };
}

function tighten({ perSecond, burst }: { perSecond: number; burst: number }, tighter: number) {
  return { perSecond: Math.min(perSecond, tighter), burst: Math.min(burst, 2 * tighter) };
}
