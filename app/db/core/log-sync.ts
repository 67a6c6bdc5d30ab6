// Syncs SQLite's write-ahead log beside the event loop. SQLite would wait for the disk inside COMMIT, and everybody with it.
// Here a transaction is committed to the log at once, and its caller is answered when the log is on disk. One sync serves
// everything that was committed before it began.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { DisplacedError, isDamage } from './database-errors';

export interface LogSync {
  /** Called before each write. Throws an error that counts as a failing database while the log cannot be trusted. */
  assertSound(): void;
  /** Called after each write: the log may have changes that are not on disk. */
  noteWritten(): void;
  /** Resolves when everything written until now is on disk; rejects when that cannot be known. */
  settled(): Promise<void>;
  /** Returns the running sync, if there is one; the promise resolves when it has ended, even if it failed. */
  running(): Promise<void> | undefined;
  /** Waits until the log is on disk, or cannot be brought there. Nothing is written afterwards. */
  close(): Promise<void>;
}

const syncData = promisify(fdatasync);

/** An error that callers treat as a failing disk, as if SQLite itself had thrown it. */
class SyncError extends Error {
  readonly code = 'SQLITE_IOERR_FSYNC';
}

interface LogSyncOptions {
  /**
   * Moves the whole log into the file, empties it and returns whether it did, or throws. After a failed sync, only this
   * restores trust: the kernel may forget what it could not write and report success for the next sync, and what was appended
   * after such a gap would be lost with it.
   */
  rewrite(): boolean;
  /** Called after each write. */
  written?(): void;
  /**
   * Called after each sync. Each throws when what is written is lost: a {@link DisplacedError} when the database is no longer
   * where it was opened, an error of damage when its content is no longer what was written.
   */
  checks?: readonly (() => void)[];
  /** Called when a check threw the first of them. */
  displaced?(): void;
  /** Called when a check threw the second of them. */
  damaged?(error: unknown): void;
}

export function createLogSync(
  logFile: string,
  { rewrite, written, checks = [], displaced, damaged }: LogSyncOptions,
): LogSync {
  let file: number | undefined;
  let isDirty = false;
  let isSound = true;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const assertKept = () => checks.forEach((check) => check());

  function begin(): Promise<void> {
    next = undefined;
    running = Promise.resolve().then(sync);
    return running;
  }

  async function sync(): Promise<void> {
    try {
      if (!isSound) throw new Error('an earlier sync failed');
      isDirty = false;
      // Windows flushes only files that are open for writing.
      file ??= openSync(logFile, 'r+');
      await syncData(file);
      // A file that was deleted is synced without an error, and nobody will ever read it.
      assertKept();
    } catch (error) {
      isSound = false;
      if (error instanceof DisplacedError) displaced?.();
      if (isDamage(error)) damaged?.(error);
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
      assertKept();
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
      // Somebody may have asked for one more sync meanwhile.
      for (let last = next ?? running; last; last = next ?? running) await last.catch(() => undefined);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
