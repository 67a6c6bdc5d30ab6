// At most so many calls at once of one organization to one host: a target is not to be overrun by one organization with much to
// send, and a host that keeps the calls of one organization waiting does not keep those of another.

interface Line {
  inFlight: number;
  waiting: Set<(hasTurn: boolean) => void>;
}

export interface HostSemaphore {
  /**
   * Undefined when it is the caller's turn at once. Else a promise, in the order of asking: true with the turn, false
   * when one of the signals aborted before. Every turn has to be given back.
   */
  acquire(line: string, signals: (AbortSignal | undefined)[]): Promise<boolean> | undefined;
  release(line: string): void;
}

export function createHostSemaphore(atOnce: number): HostSemaphore {
  const lines = new Map<string, Line>();

  function wait(line: Line, signals: (AbortSignal | undefined)[]): Promise<boolean> {
    if (signals.some((signal) => signal?.aborted)) return Promise.resolve(false);
    return new Promise((resolve) => {
      function settle(hasTurn: boolean) {
        line.waiting.delete(settle);
        for (const signal of signals) signal?.removeEventListener('abort', onAbort);
        resolve(hasTurn);
      }
      const onAbort = () => settle(false);
      line.waiting.add(settle);
      for (const signal of signals) signal?.addEventListener('abort', onAbort);
    });
  }

  return {
    acquire(name, signals) {
      const line = lines.get(name);
      if (!line) {
        lines.set(name, { inFlight: 1, waiting: new Set() });
        return undefined;
      }
      if (line.inFlight >= atOnce) return wait(line, signals);
      line.inFlight += 1;
      return undefined;
    },
    release(name) {
      const line = lines.get(name);
      if (!line) return;
      // The turn passes on as it is, so that nobody who comes just now gets in between.
      const [next] = line.waiting;
      if (next) next(true);
      else if ((line.inFlight -= 1) === 0) lines.delete(name);
    },
  };
}
