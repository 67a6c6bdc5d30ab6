import type { AppContext } from '~/context';
import { bringBackTimes } from '~/db/core/future-times';

/** What to do when the clock of the machine may have been set back. Returns how many jobs and messages wait no longer. */
export async function followClock({ db, now, wake }: AppContext): Promise<number> {
  const due = await db.groupCommit((tx) => bringBackTimes(tx, now()));
  if (due > 0) wake();
  return due;
}
