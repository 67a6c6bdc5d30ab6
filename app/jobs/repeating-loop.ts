// A loop of the server that works, rests and works again until the server stops. An error is logged, and the next turn comes.
import { setTimeout as sleep } from 'node:timers/promises';

export interface RepeatingLoop {
  start(): void;
  /** Ends the loop; resolves when the turn under way has ended. */
  stop(): Promise<void>;
}

/** One turn of the work; returns the rest before the next, in milliseconds. */
type Turn = () => Promise<number>;

interface LoopErrors {
  /** Called with the error of a turn that failed. */
  onError: (error: unknown) => void;
  /** The rest after such a turn, in milliseconds. */
  restMs: number;
}

export function createRepeatingLoop(turn: Turn, { onError, restMs }: LoopErrors): RepeatingLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> = Promise.resolve();

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await turn().catch((error: unknown) => {
        onError(error);
        return restMs;
      });
      // Rejects when the loop is stopped, which ends it. `ref: false` lets the process exit meanwhile.
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    start() {
      loop = repeat();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
