// The time that decides whether a lease has expired. Leases expire by the machine's clock, which all servers on one file share.
// When that clock is put forward, as after the machine slept, all leases would expire at once and calls under way would be sent
// a second time.
import { createClockWatch } from './clock-watch';

interface LeaseTime {
  /** Leases that end before this have expired; milliseconds since 1970. */
  now: number;
  /** Whether the clock was put forward since the last call: the caller then renews its leases by the new time. */
  wasPutForward: boolean;
}

/** A smaller change of the clock is harmless, because leases are much longer. */
const stepMs = 1_000;

/**
 * Returns a function that tells the time for judging leases: the clock, minus what it was put forward by within the last
 * `leaseMs`. After that time every living runner has renewed its leases by the new clock.
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
