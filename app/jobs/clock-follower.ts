// Keeps time limits of runs right when the clock is set: the stored start of each run is moved by the same amount before the
// next claim.
import type { AppContext } from '~/context';
import { shiftStartTimes } from '~/db/executions/queue/start-times';
import { createClockWatch } from './clock-watch';

/** A difference between the clock and the time that passed counts as a set clock above this. */
const stepMs = 1_000;

/** Returns a function to call before each claim. It throws errors of the database; the next call then catches up. */
export function createClockFollower({
  db,
  now,
  monotonicNow,
}: Pick<AppContext, 'db' | 'now' | 'monotonicNow'>): () => Promise<void> {
  const clock = createClockWatch(now, monotonicNow);
  /** The sum of the clock changes that the stored starts were not moved by yet. */
  let byMs = 0;

  return async () => {
    const jump = clock.readJump();
    if (Math.abs(jump) > stepMs) byMs += jump;
    if (byMs === 0) return;
    const set = { byMs, now: now() };
    await db.groupCommit((tx) => shiftStartTimes(tx, set));
    byMs = 0;
  };
}
