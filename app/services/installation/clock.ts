import type { AppContext } from '~/context';
import { bringBackTimes, findNewestTime } from '~/db/core/future-times';

/** What to do when the clock of the machine may have been set back. Returns how many jobs and messages wait no longer. */
export async function followClock({ db, now, wake }: AppContext): Promise<number> {
  const due = await db.groupCommit((tx) => bringBackTimes(tx, now()));
  if (due > 0) wake();
  return due;
}

/** How much later than everything that is stored the clock is, in milliseconds: so long nothing ran, or by so much it is ahead. */
export async function measureSilence({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const newest = await findNewestTime(db);
  return newest === 0 ? 0 : now() - newest;
}
