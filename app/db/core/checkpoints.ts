// Makes SQLite's checkpoints beside the event loop. A checkpoint moves the log into the file. SQLite would make it inside the
// COMMIT that makes the log long, and everybody would wait for some milliseconds of writing and two syncs. Here another
// connection makes it in a thread. https://sqlite.org/wal.html#ckpt says what a checkpoint needs.
import type { BackgroundConnection, BackgroundWork, CheckpointOutcome } from './background-connection';
import type BetterSqlite3 from './sqlite';

interface Checkpoints {
  /** Notes a write; called after each one, outside of transactions. */
  noteWritten(): void;
  /** Resolves when no checkpoint is running and none will follow. */
  close(): Promise<void>;
}

interface CheckpointsOptions {
  sqlite: BetterSqlite3.Database;
  background: BackgroundConnection;
  /** The number of pages in the log at which a checkpoint is made. */
  logPages: number;
  /** Lets no transaction begin while the work lasts. */
  holdCommits<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** The number of writes after which SQLite is asked for the length of the log. */
const writesBetween = 64;
/**
 * How often a checkpoint is repeated to move what was committed meanwhile: the log begins anew only when the file has all of
 * it, and a single write may always come between.
 */
const attempts = 3;

/**
 * Creates the checkpoints. The log may grow past `logPages` while a reader, such as a backup, uses the file all the time. When
 * the thread cannot be started, SQLite makes the checkpoints itself, inside of COMMIT.
 */
export function createCheckpoints({
  sqlite,
  background,
  logPages,
  holdCommits,
}: CheckpointsOptions): Checkpoints {
  let running: Promise<void> | undefined;
  let writes = 0;
  /** The length of the log at which the next checkpoint is made, in pages. */
  let dueAt = logPages;
  let isOver = false;

  // If this thread is held up for long, SQLite itself keeps the log from filling the disk.
  sqlite.pragma(`wal_autocheckpoint = ${4 * logPages}`);

  async function bringIntoFile({ checkpoint }: BackgroundWork): Promise<void> {
    let outcome = await checkpoint();
    for (let attempt = 0; attempt < attempts && outcome.checkpointed < outcome.log; attempt += 1) {
      // Little was written since the last checkpoint, so the next commit waits for this one only briefly, and the event loop
      // goes on.
      outcome = await holdCommits(checkpoint);
    }
    dueAt = outcome.checkpointed < outcome.log ? outcome.log + logPages : logPages;
  }

  async function run(): Promise<void> {
    try {
      await background.inTurn(bringIntoFile);
    } catch {
      isOver = true;
      sqlite.pragma(`wal_autocheckpoint = ${logPages}`);
    } finally {
      running = undefined;
    }
  }

  return {
    noteWritten() {
      writes += 1;
      if (writes < writesBetween || running || isOver) return;
      writes = 0;
      const [{ log }] = sqlite.pragma('wal_checkpoint(NOOP)') as [CheckpointOutcome];
      if (log >= dueAt) running = run();
      // The log began anew.
      else if (log < logPages) dueAt = logPages;
    },
    async close() {
      isOver = true;
      await running;
    },
  };
}
