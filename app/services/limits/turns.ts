// Turns by key: the first ones of a key begin at once, the others when one before them has ended, in their order.
import { performance } from 'node:perf_hooks';

interface Turns {
  /** Resolves when the key has a turn. The returned function ends it. */
  take(key: string): Promise<() => void>;
}

interface OfKey {
  taken: number;
  waiting: (() => void)[];
  /** When the first one that waits became the first, on the monotonic clock. */
  movedAt: number;
}

/** How often to look whether the process had nothing to do, in milliseconds. */
const lookMs = 20;
/** The part of that time in which the process must have worked for all to go on waiting. */
const busyShare = 0.5;
/** How long the first one of a key waits while the process always works, in milliseconds. */
const patienceMs = 2_000;

/**
 * `most`: how many turns a key has at once. `moreWhenIdle`: those that have begun may wait for something else, so one more of
 * each key begins whenever the process did nothing for half of 20 ms, and every 2 seconds in any case.
 */
export function createTurns(most: number, { moreWhenIdle = false } = {}): Turns {
  const keys = new Map<string, OfKey>();
  let looking: NodeJS.Timeout | undefined;

  function lookForIdleTime(): void {
    let before = performance.eventLoopUtilization();
    looking ??= setInterval(() => {
      const now = performance.eventLoopUtilization();
      const isIdle = performance.eventLoopUtilization(now, before).utilization < busyShare;
      before = now;
      const crowded = [...keys.values()].filter(({ waiting }) => waiting.length > 0);
      for (const each of crowded) {
        if (isIdle || performance.now() - each.movedAt > patienceMs) beginNext(each);
      }
      if (crowded.length > 0) return;
      clearInterval(looking);
      looking = undefined;
    }, lookMs).unref();
  }

  return {
    async take(key) {
      const own = keys.get(key) ?? { taken: 0, waiting: [], movedAt: 0 };
      keys.set(key, own);
      if (own.taken < most) {
        own.taken += 1;
      } else {
        if (own.waiting.length === 0) own.movedAt = performance.now();
        if (moreWhenIdle) lookForIdleTime();
        await new Promise<void>((begin) => void own.waiting.push(begin));
      }
      return () => {
        own.taken -= 1;
        if (own.taken < most) beginNext(own);
        if (own.taken === 0) keys.delete(key);
      };
    },
  };
}

function beginNext(own: OfKey): void {
  const begin = own.waiting.shift();
  if (!begin) return;
  own.taken += 1;
  own.movedAt = performance.now();
  begin();
}
