// Notices when the machine's clock is set, by comparing it with a monotonic one.

interface ClockWatch {
  /** Returns the change of the clock since the last call, in milliseconds: positive when it was put forward. */
  readJump(): number;
}

/** `monotonicNow` returns milliseconds of a clock that cannot be set. */
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
