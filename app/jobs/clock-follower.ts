// A clock that was set takes no time from what runs, and gives it none: when each began is moved along before the next is claimed.
import type { AppContext } from '~/context';
import { moveBeginnings } from '~/db/executions/queue/beginnings';
import { createClockWatch } from './clock-watch';

/** By how much the clock may differ from the time that passed before it counts as set. */
const stepMs = 1_000;

/** Returns what is to be done before each claim. It throws what the database throws, and then makes up for it the next time. */
export function createClockFollower({
  db,
  now,
  monotonicNow,
}: Pick<AppContext, 'db' | 'now' | 'monotonicNow'>): () => Promise<void> {
  const clock = createClockWatch(now, monotonicNow);
  /** Of the steps that were noticed and not yet followed. */
  let byMs = 0;

  return async () => {
    const jump = clock.readJump();
    if (Math.abs(jump) > stepMs) byMs += jump;
    if (byMs === 0) return;
    const set = { byMs, now: now() };
    await db.groupCommit((tx) => moveBeginnings(tx, set));
    byMs = 0;
  };
}
