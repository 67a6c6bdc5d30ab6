// Reads a foreign document in a thread, which a limit of memory and of time ends with words for the person who sent it.
import { Worker } from 'node:worker_threads';
import type { Problem } from '~/problem';
import type { PerformJob } from './importer';
import { readThreadMs, type ThreadStarted } from './thread-time';

interface ThreadBounds {
  memoryMiB: number;
  /** Of a processor. Where the system does not say how many a thread used, seconds that pass. */
  seconds: number;
  /** That may pass before a busy machine has given so many. */
  waitSeconds: number;
}

export const defaultBounds: ThreadBounds = { memoryMiB: 384, seconds: 60, waitSeconds: 300 };

/** How often the time of a thread is looked at, in milliseconds. */
const lookMs = 500;

/** The problem of a document that had too little of a processor for too long. */
export const busyMachine: Problem = {
  kind: 'unavailable',
  retryAfterSeconds: 60,
  message: 'The server is too busy to read this now, so it was stopped. Please try again later.',
};

/** Runs each job in a thread of its own, which runs `file` and ends with it. The thread takes the memory of the document. */
export function performInThread(file: string, bounds = defaultBounds): PerformJob {
  return (task) =>
    new Promise((resolve, reject) => {
      const { memoryMiB, seconds, waitSeconds } = bounds;
      const worker = new Worker(file, {
        workerData: task,
        transferList: task.document ? [task.document.buffer as ArrayBuffer] : [],
        resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      });
      const beganAt = performance.now();
      let threadId: string | undefined;
      function look() {
        const passedMs = performance.now() - beganAt;
        // A thread that has ended before its result is read here has no time any more.
        const usedMs = threadId === undefined ? passedMs : (readThreadMs(threadId) ?? 0);
        if (usedMs >= seconds * 1000) resolve(tooMuch(`takes longer than ${seconds} seconds`));
        else if (passedMs >= waitSeconds * 1000) resolve(busyMachine);
        else return;
        void worker.terminate();
      }
      const looking = setInterval(look, lookMs);
      worker.on('message', (message: object) => {
        if (isThreadStarted(message)) ({ threadId } = message);
        else resolve(message);
      });
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooMuchMemory(memoryMiB));
        else reject(error);
      });
      worker.once('exit', () => {
        clearInterval(looking);
        reject(new Error('A thread for an import ended without a result'));
      });
    });
}

function isThreadStarted(message: object): message is ThreadStarted {
  return 'kind' in message && message.kind === 'thread-started';
}

/** The problem of a document whose reading takes more than this. */
export function tooMuchMemory(memoryMiB: number): Problem {
  return tooMuch(`takes more than ${memoryMiB} MiB of memory`);
}

function tooMuch(what: string): Problem {
  const message = `Reading this ${what}, so it was stopped. Import a smaller document, with only the operations you need.`;
  return { kind: 'too-large', message };
}
