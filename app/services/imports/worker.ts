// Reads foreign documents outside the event loop, one after the other, so that a core stays free for webhooks. Limits how many
// wait, how long one takes and how much memory it gets.
import { type TransferListItem, Worker } from 'node:worker_threads';
import type { Problem } from '~/problem';
import { busyWithImports, createUploads, tooManyImports, type Uploads } from './uploads';
import { readThreadMs, type ThreadStarted } from './thread-time';
import type { ImportJobs, ImportTask } from './worker-jobs';

type Job = keyof ImportJobs;
type InputOf<Name extends Job> = Parameters<ImportJobs[Name]>[0];
type ResultOf<Name extends Job> = Awaited<ReturnType<ImportJobs[Name]>>;

/** Does a job; returns a problem when it exceeds a limit. `moved` are buffers of the input that the job may keep. */
export type PerformJob = (task: ImportTask, moved: ArrayBuffer[]) => Promise<unknown>;

export interface Importer {
  /** Does a job when its turn comes. Problems: those of the job; too-many-requests, unavailable, too-large. */
  perform<Name extends Job>(
    who: string,
    name: Name,
    input: InputOf<Name>,
    moved?: ArrayBuffer[],
  ): Promise<ResultOf<Name> | Problem>;
  uploads: Uploads;
}

export function createImporter(performJob: PerformJob): Importer {
  const turns = createSlots({ ofOne: 4, ofAll: 32 });
  let last: Promise<unknown> = Promise.resolve();

  return {
    uploads: createUploads(),
    perform<Name extends Job>(who: string, name: Name, input: InputOf<Name>, moved: ArrayBuffer[] = []) {
      const turn = turns.begin(who);
      if (turn.kind !== 'begun') return Promise.resolve(turn);
      const performed = last.then(() => performJob({ name, input }, moved));
      last = performed.catch(() => undefined);
      // Messages from threads have no types: the result is that of this job, or a problem.
      return performed.finally(turn.end) as Promise<ResultOf<Name> | Problem>;
    },
  };
}

function createSlots({ ofOne, ofAll }: { ofOne: number; ofAll: number }) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    begin(who: string): { kind: 'begun'; end: () => void } | Problem {
      const own = taken.get(who) ?? 0;
      if (own >= ofOne) {
        return tooManyImports(own);
      }
      if (all >= ofAll) return busyWithImports;
      taken.set(who, own + 1);
      all += 1;
      return {
        kind: 'begun',
        end() {
          all -= 1;
          const left = (taken.get(who) ?? 1) - 1;
          if (left === 0) taken.delete(who);
          else taken.set(who, left);
        },
      };
    },
  };
}

interface ThreadBounds {
  memoryMiB: number;
  /** Of a processor. Where the system does not say how many a thread used, seconds that pass. */
  seconds: number;
  /** That may pass before a busy machine has given so many. */
  waitSeconds: number;
}

const defaultBounds: ThreadBounds = { memoryMiB: 384, seconds: 60, waitSeconds: 300 };

/** How often the time of a thread is looked at, in milliseconds. */
const lookMs = 500;

const busyMachine: Problem = {
  kind: 'unavailable',
  retryAfterSeconds: 60,
  message: 'The server is too busy to read this now, so it was stopped. Please try again later.',
};

/** Runs each job in a thread of its own, which runs `file` and ends with it. */
export function performInThread(file: string, bounds = defaultBounds): PerformJob {
  return (task, moved) =>
    new Promise((resolve, reject) => {
      const { memoryMiB, seconds, waitSeconds } = bounds;
      const worker = new Worker(file, {
        workerData: task,
        transferList: moved as TransferListItem[],
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
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          resolve(tooMuch(`takes more than ${memoryMiB} MiB of memory`));
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

function tooMuch(what: string): Problem {
  const message = `Reading this ${what}, so it was stopped. Import a smaller document, with only the operations you need.`;
  return { kind: 'too-large', message };
}
