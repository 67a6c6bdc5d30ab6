// How load balancers learn that this server stops: `/readyz` says so before the port closes, so that they send to another
// server what this one would refuse.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Shutdown {
  hasBegun(): boolean;
  /** Notes that somebody asked whether the server is ready. */
  noteCheck(): void;
  /** Begins it. Resolves when the port may close: at once where nobody asks whether the server is ready. */
  begin(): Promise<void>;
}

/** Times in milliseconds. */
interface ShutdownTimes {
  /** How long the port stays open after `/readyz` has turned: two or three checks of a balancer. */
  notice: number;
  /** A check older than this was no balancer's, which ask more often. */
  checkAge: number;
}

const defaultTimes: ShutdownTimes = { notice: 5_000, checkAge: 30_000 };

/** `now` is a monotonic clock in milliseconds. */
export function createShutdown(
  { now }: { now: () => number },
  times: ShutdownTimes = defaultTimes,
): Shutdown {
  let checkedAt = -Infinity;
  let begun = false;
  return {
    hasBegun: () => begun,
    noteCheck() {
      checkedAt = now();
    },
    async begin() {
      begun = true;
      if (now() - checkedAt < times.checkAge) await sleep(times.notice);
    },
  };
}
