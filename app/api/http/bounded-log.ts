// Each rejected delivery and refused request is a line of the log, so that operators can find it. The lines of one second are
// bounded, so that a caller who is rejected a thousand times a second cannot fill the disk.
import type { AppContext } from '~/context';

const maxPerSecond = 20;

interface BoundedLog {
  info(details: object, message: string): void;
}

/** Writes the first lines of each second; the next line that is written says how many were left out (`leftOut`). */
export function createBoundedLog(log: Pick<AppContext['log'], 'info'>): BoundedLog {
  let second = 0;
  let written = 0;
  let leftOut = 0;

  return {
    info(details, message) {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) {
        second = now;
        written = 0;
      }
      if (written >= maxPerSecond) {
        leftOut += 1;
        return;
      }
      written += 1;
      log.info(leftOut > 0 ? { ...details, leftOut } : details, message);
      leftOut = 0;
    },
  };
}
