import type { AppContext } from '~/context';
import { bringBackTimes, findNewestTime } from '~/db/core/future-times';

/** Adjusts stored times after the clock may have been set back. Returns how many jobs and messages no longer wait. */
export async function followClock({ db, now, wake }: AppContext): Promise<number> {
  const due = await db.groupCommit((tx) => bringBackTimes(tx, now()));
  if (due > 0) wake();
  return due;
}

/**
 * Returns how long nothing was stored before the last `sinceMs`, in milliseconds: nothing ran that long, or the clock is ahead.
 * What was stored since says nothing, as it was written by the same clock.
 */
export async function measureSilence(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  sinceMs: number,
): Promise<number> {
  const newest = await findNewestTime(db, now() - sinceMs);
  return newest === 0 ? 0 : now() - newest;
}
