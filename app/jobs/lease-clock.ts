// The time by which leases are judged. They end by the clock of the machine, which all servers on one file share: when it is put
// forward, as after the sleep of a machine, they would all be over at once, and what is under way would be sent a second time.
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
