// Turns by key: the first ones of a key begin at once, the others when one before them has ended, in their order.

interface Turns {
  /** Resolves when the key has a turn. The returned function ends it. */
  take(key: string): Promise<() => void>;
}

interface OfKey {
  taken: number;
  waiting: (() => void)[];
  /** Whether the next one begins as soon as the process has nothing to do. */
  isWatched: boolean;
}

/**
 * `most`: how many turns a key has at once. `findIdle` waits a while for the process to have nothing to do, and returns whether
 * it had. With it, those that have begun may wait for something else: one more of each key begins whenever it returns true.
 */
export function createTurns(most: number, findIdle?: () => Promise<boolean>): Turns {
  const keys = new Map<string, OfKey>();
  return {
    async take(key) {
      const own = keys.get(key) ?? { taken: 0, waiting: [], isWatched: false };
      keys.set(key, own);
      if (own.taken < most) {
        own.taken += 1;
      } else {
        const begun = new Promise<void>((begin) => void own.waiting.push(begin));
        if (findIdle && !own.isWatched) void beginWhenIdle(own, findIdle);
        await begun;
      }
      return () => {
        own.taken -= 1;
        if (own.taken < most) beginNext(own);
        if (own.taken === 0) keys.delete(key);
      };
    },
  };
}

async function beginWhenIdle(own: OfKey, findIdle: () => Promise<boolean>): Promise<void> {
  own.isWatched = true;
  while (own.waiting.length > 0) {
    if (await findIdle()) beginNext(own);
  }
  own.isWatched = false;
}

function beginNext(own: OfKey): void {
  const begin = own.waiting.shift();
  if (!begin) return;
  own.taken += 1;
  begin();
}
