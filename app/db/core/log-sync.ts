// The sync of SQLite's write-ahead log beside the event loop. SQLite would wait for the disk inside COMMIT, and everybody
// with it; here a transaction is committed to the log at once, and who asked for it is answered when the log is on
// disk. One sync serves all that was committed before it began.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

export interface LogSync {
  /** Called before each write. Throws what makes a database count as down while the log cannot be trusted. */
  assertSound(): void;
  /** Called after each write: something is in the log that the disk may not have. */
  noteWritten(): void;
  /** Resolves when everything that was written until now is on disk; rejects when that cannot be known. */
  settled(): Promise<void>;
  /** The sync that runs, if one does: resolves when it has ended, well or not. */
  running(): Promise<void> | undefined;
  /** Waits until the log is on disk, or cannot be brought there. Nothing is written afterwards. */
  close(): Promise<void>;
}

const syncData = promisify(fdatasync);

/** An error that callers treat as a failing disk, as if it came from SQLite itself. */
class SyncError extends Error {
  readonly code = 'SQLITE_IOERR_FSYNC';
}

interface LogSyncOptions {
  /**
   * Brings all of the log into the file, empties it and returns whether it did, or throws. After a sync that failed, that
   * alone restores trust: the kernel may forget what it could not write and call the next sync a success, and what is
   * appended behind such a hole would be lost with it.
   */
  rewrite(): boolean;
  /** Hears of each write. */
  written?(): void;
}

export function createLogSync(logFile: string, { rewrite, written }: LogSyncOptions): LogSync {
  let file: number | undefined;
  let isDirty = false;
  let isSound = true;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    next = undefined;
    running = Promise.resolve().then(sync);
    return running;
  }

  async function sync(): Promise<void> {
    try {
      if (!isSound) throw new Error('an earlier sync failed');
      isDirty = false;
      // Windows flushes only what may be written to.
      file ??= openSync(logFile, 'r+');
      await syncData(file);
    } catch (error) {
      isSound = false;
      throw new SyncError('The log could not be brought to disk', { cause: error });
    } finally {
      running = undefined;
    }
  }

  function settled(): Promise<void> {
    if (!running) return isDirty || !isSound ? begin() : Promise.resolve();
    if (!isDirty) return running;
    return (next ??= running.then(begin, begin));
  }

  return {
    assertSound() {
      if (isSound) return;
      if (!rewrite())
        throw new SyncError('The log cannot be emptied after a sync that failed: it is being read.');
      isSound = true;
      isDirty = false;
    },
    noteWritten() {
      isDirty = true;
      written?.();
    },
    settled,
    running: () => running?.catch(() => undefined),
    async close() {
      await settled().catch(() => undefined);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
