// Limits how many holders work at once, overall and for one owner. The semaphore lets waiting holders in by turns of their
// owners, so that many of one owner only wait for each other.

type Waiter = (hasPlace: boolean) => void;

interface FairSemaphore {
  /** Waits for a place. True with the place, which must be given back; false when `signal` aborted before there was one. */
  take(owner: string, signal?: AbortSignal): Promise<boolean>;
  giveBack(owner: string): void;
}

export function createFairSemaphore({ overall, each }: { overall: number; each: number }): FairSemaphore {
  const inUse = new Map<string, number>();
  /** The waiting holders by owner; the owner whose turn it is stands first. */
  const waiting = new Map<string, Set<Waiter>>();
  let total = 0;

  function isFree(owner: string): boolean {
    return total < overall && (inUse.get(owner) ?? 0) < each;
  }

  function occupy(owner: string): void {
    total += 1;
    inUse.set(owner, (inUse.get(owner) ?? 0) + 1);
  }

  function wait(owner: string, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const queue = waiting.get(owner) ?? new Set();
      function settle(hasPlace: boolean) {
        queue.delete(settle);
        if (queue.size === 0) waiting.delete(owner);
        signal?.removeEventListener('abort', onAbort);
        resolve(hasPlace);
      }
      const onAbort = () => settle(false);
      queue.add(settle);
      waiting.set(owner, queue);
      signal?.addEventListener('abort', onAbort);
    });
  }

  function admitNext(): void {
    for (const [owner, queue] of waiting) {
      const [next] = queue;
      if (!next || !isFree(owner)) continue;
      occupy(owner);
      waiting.delete(owner);
      if (queue.size > 1) waiting.set(owner, queue);
      next(true);
      return;
    }
  }

  return {
    async take(owner, signal) {
      if (signal?.aborted) return false;
      if (!isFree(owner)) return wait(owner, signal);
      occupy(owner);
      return true;
    },
    giveBack(owner) {
      total -= 1;
      const left = (inUse.get(owner) ?? 1) - 1;
      if (left === 0) inUse.delete(owner);
      else inUse.set(owner, left);
      admitNext();
    },
  };
}
