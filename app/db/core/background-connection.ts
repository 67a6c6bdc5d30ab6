// A thread with its own connection to the file. SQLite answers at once and serves nobody else meanwhile: what takes longer than
// the event loop may be held up is done here.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { sqlitePackage } from './sqlite';

/** The pages of the log, and how many of them the file has; both 0 after an error of the disk. */
export interface CheckpointOutcome {
  log: number;
  checkpointed: number;
}

/** What the thread can be asked for. */
export interface BackgroundWork {
  checkpoint(): Promise<CheckpointOutcome>;
  /**
   * Executes a statement in a transaction of its own. Returns how many rows it changed; undefined when another process writes.
   * Nobody else of this process may write meanwhile.
   */
  write(statement: string): Promise<number | undefined>;
}

export interface BackgroundConnection {
  /** Calls `use` when all earlier calls have ended, and resolves with its result. Rejects when the thread fails. */
  inTurn<Value>(use: (work: BackgroundWork) => Promise<Value>): Promise<Value>;
  /** Resolves when the last call has ended, and the connection is closed. */
  close(): Promise<void>;
}

/** The program as text, so that it is the same from source and from a build. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.module);
const sqlite = new Database(workerData.file, { timeout: 0 });
sqlite.pragma('synchronous = NORMAL');
sqlite.pragma('secure_delete = ON');
// A checkpoint inside of a write would hold up everybody who waits for the write.
sqlite.pragma('wal_autocheckpoint = 0');
const changes = sqlite.prepare('select total_changes()').pluck();
const checkpoint = () => {
  try {
    return { value: sqlite.pragma('wal_checkpoint(PASSIVE)')[0] };
  } catch {
    return { value: { log: 0, checkpointed: 0 } };
  }
};
const write = (statement) => {
  try {
    const before = changes.get();
    sqlite.exec(statement);
    return { value: changes.get() - before };
  } catch (error) {
    return String(error.code).startsWith('SQLITE_BUSY') ? {} : { code: error.code, message: error.message };
  }
};
parentPort.on('message', ({ kind, statement }) => {
  if (kind === 'checkpoint') return parentPort.postMessage(checkpoint());
  if (kind === 'write') return parentPort.postMessage(write(statement));
  sqlite.close();
  parentPort.close();
});`;

type Request = { kind: 'checkpoint' } | { kind: 'write'; statement: string } | { kind: 'close' };

/** An error of SQLite has its code, as if it had been thrown here. */
interface Response {
  value?: unknown;
  code?: string;
  message?: string;
}

/** Creates the connection. The thread starts at the first call. */
export function createBackgroundConnection(file: string): BackgroundConnection {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const module = createRequire(import.meta.url).resolve(sqlitePackage);
    return new Worker(program, { eval: true, workerData: { module, file } });
  }

  function ask(request: Request): Promise<unknown> {
    const asked = (thread ??= start());
    return new Promise((resolve, reject) => {
      asked.removeAllListeners();
      // The process may end while the thread has nothing to do.
      asked.ref();
      asked.once('message', ({ value, code, message }: Response) => {
        asked.unref();
        if (message === undefined) resolve(value);
        else reject(Object.assign(new Error(message), { code }));
      });
      asked.once('error', (error) => {
        thread = undefined;
        reject(error);
      });
      asked.postMessage(request, []);
    });
  }

  const work: BackgroundWork = {
    checkpoint: async () => (await ask({ kind: 'checkpoint' })) as CheckpointOutcome,
    write: async (statement) => (await ask({ kind: 'write', statement })) as number | undefined,
  };

  return {
    inTurn(use) {
      const done = last.then(() => use(work));
      last = done.catch(() => undefined);
      return done;
    },
    async close() {
      await last;
      if (!thread) return;
      thread.ref();
      const ended = once(thread, 'exit');
      thread.postMessage({ kind: 'close' } satisfies Request, []);
      thread = undefined;
      await ended;
    },
  };
}
