// The time by which leases are judged. Leases end by the machine's clock, which all servers on one file share. When the clock is
// put forward, as after a machine was asleep, all leases would have run out at once, and calls that are under way would be sent a
// second time.
import { createClockWatch } from './clock-watch';

export interface LeaseTime {
  /** A lease that ended before has run out; milliseconds since 1970. */
  now: number;
  /** The clock was put forward since the last look: leases are to be renewed by the clock as it is now. */
  wasPutForward: boolean;
}

/** A smaller step does no lease any harm. */
const stepMs = 1_000;

/**
 * Answers the time by which leases are judged: that of the clock, less what it was put forward by within the last `leaseMs`. After
 * those all that live have been renewed.
 */
export function createLeaseClock(
  { now, monotonicNow }: { now: () => number; monotonicNow: () => number },
  leaseMs: number,
): () => LeaseTime {
  const clock = createClockWatch(now, monotonicNow);
  let ahead = 0;
  let until = -Infinity;

  return () => {
    const jump = clock.readJump();
    if (monotonicNow() >= until) ahead = 0;
    if (Math.abs(jump) > stepMs) {
      ahead = Math.max(0, ahead + jump);
      until = monotonicNow() + leaseMs;
    }
    return { now: now() - ahead, wasPutForward: jump > stepMs };
  };
}
