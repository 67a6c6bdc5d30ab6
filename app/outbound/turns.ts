// At most so many calls at once to one host: a target is not to be overrun by whoever has much to send.

interface Host {
  inFlight: number;
  waiting: Set<(hasTurn: boolean) => void>;
}

export interface Turns {
  /**
   * Undefined when it is the caller's turn at once. Else a promise, in the order of asking: true with the turn, false
   * when `signal` aborted before. Every turn has to be given back.
   */
  take(host: string, signal: AbortSignal | undefined): Promise<boolean> | undefined;
  giveBack(host: string): void;
}

export function createTurns(atOnce: number): Turns {
  const hosts = new Map<string, Host>();

  function wait(host: Host, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      function settle(hasTurn: boolean) {
        host.waiting.delete(settle);
        signal?.removeEventListener('abort', onAbort);
        resolve(hasTurn);
      }
      const onAbort = () => settle(false);
      host.waiting.add(settle);
      signal?.addEventListener('abort', onAbort);
    });
  }

  return {
    take(name, signal) {
      const host = hosts.get(name);
      if (!host) {
        hosts.set(name, { inFlight: 1, waiting: new Set() });
        return undefined;
      }
      if (host.inFlight >= atOnce) return wait(host, signal);
      host.inFlight += 1;
      return undefined;
    },
    giveBack(name) {
      const host = hosts.get(name);
      if (!host) return;
      // The turn passes on as it is, so that nobody who comes just now gets in between.
      const [next] = host.waiting;
      if (next) next(true);
      else if ((host.inFlight -= 1) === 0) hosts.delete(name);
    },
  };
}
