// How far the machine's clock was set. Time that passes is measured by a clock that nobody sets.

export interface ClockWatch {
  /** By how much the clock was set since the last call, in milliseconds: positive when it was put forward. */
  readJump(): number;
}

/** `monotonicNow`: milliseconds that pass whatever is done to the clock. */
export function createClockWatch(
  now: () => number,
  monotonicNow: () => number = () => performance.now(),
): ClockWatch {
  let ahead = now() - monotonicNow();
  return {
    readJump() {
      const before = ahead;
      ahead = now() - monotonicNow();
      return ahead - before;
    },
  };
}
