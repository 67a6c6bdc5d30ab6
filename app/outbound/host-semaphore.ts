// Limits how many calls of one organization to one host are made at once. One organization with much to send cannot overload a
// target, and a host that is slow for one organization does not delay the calls of another.

interface Line {
  inFlight: number;
  waiting: Set<(hasTurn: boolean) => void>;
}

/** What ends the wait of a caller: one of the signals, or the end of the time that `leftMs` returns, in milliseconds. */
interface Patience {
  signals: (AbortSignal | undefined)[];
  leftMs?: (() => number) | undefined;
}

interface HostSemaphore {
  /**
   * Returns undefined when the caller has its turn at once. Else returns a promise, resolved in the order of asking: true with
   * the turn, false when the caller's patience ended before. Every turn must be released.
   */
  acquire(line: string, patience: Patience): Promise<boolean> | undefined;
  release(line: string): void;
}

export function createHostSemaphore(atOnce: number): HostSemaphore {
  const lines = new Map<string, Line>();

  function wait(line: Line, { signals, leftMs }: Patience): Promise<boolean> {
    if (signals.some((signal) => signal?.aborted)) return Promise.resolve(false);
    return new Promise((resolve) => {
      function settle(hasTurn: boolean) {
        line.waiting.delete(settle);
        clearTimeout(timer);
        for (const signal of signals) signal?.removeEventListener('abort', onAbort);
        resolve(hasTurn);
      }
      const onAbort = () => settle(false);
      const timer = leftMs && setTimeout(onAbort, leftMs());
      line.waiting.add(settle);
      for (const signal of signals) signal?.addEventListener('abort', onAbort);
    });
  }

  return {
    acquire(name, patience) {
      const line = lines.get(name);
      if (!line) {
        lines.set(name, { inFlight: 1, waiting: new Set() });
        return undefined;
      }
      if (line.inFlight >= atOnce) return wait(line, patience);
      line.inFlight += 1;
      return undefined;
    },
    release(name) {
      const line = lines.get(name);
      if (!line) return;
      // The turn passes on directly, so that no new caller can take it in between.
      const [next] = line.waiting;
      if (next) next(true);
      else if ((line.inFlight -= 1) === 0) lines.delete(name);
    },
  };
}
