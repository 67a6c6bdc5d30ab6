// Upkeep that is specific to SQLite's one file: it empties the write-ahead log, gives free space back to the file system, and
// notices when the file is no longer where it was opened.
import { statSync } from 'node:fs';
import { DisplacedError } from './database-errors';
import type BetterSqlite3 from './sqlite';
import type { Transactions } from './transactions';

export interface DatabaseFile {
  /** Returns the bytes of the database, and those of its write-ahead log. */
  measure(): { databaseBytes: number; logBytes: number };
  /** Returns the bytes of the database that are in use, without the free space of the file. */
  usedBytes(): number;
  /**
   * Removes everything that was deleted or overwritten from the log, after the open transaction has ended. Returns false when
   * another process reads the file all the time, as one that replicates it does: then SQLite overwrites the log as it reuses
   * it.
   */
  emptyLog(): Promise<boolean>;
  /** Gives a batch of the free space back to the file system, in a transaction. Returns false when none is to spare. */
  reclaim(): Promise<boolean>;
  /**
   * Executes a statement beside the event loop, in a transaction of its own. Other writes of this process wait meanwhile, reads
   * do not. Returns how many rows it changed; undefined when another process writes.
   */
  writeBeside(statement: string): Promise<number | undefined>;
  /**
   * Copies the database as this connection sees it to a file, which is made or replaced. Works although the database was moved,
   * deleted or replaced.
   */
  copyTo(target: string): Promise<void>;
  /** Checks whether queries can still be executed. */
  isOpen(): boolean;
}

/** How long to wait for a reader that keeps its lock: this process serves nobody else meanwhile. */
const patienceMs = 200;
/** The pages that are given back at once: 1 MiB. */
const batchPages = 256;
/** The free pages that stay in the file, 4 MiB, for the next writes. */
const sparePages = 1024;

export function createDatabaseFile(
  sqlite: BetterSqlite3.Database,
  { transaction, whenWritable }: Pick<Transactions, 'transaction' | 'whenWritable'>,
  writeBeside: DatabaseFile['writeBeside'],
): DatabaseFile {
  const freePages = () => Number(sqlite.pragma('freelist_count', { simple: true }));
  return {
    measure: () => ({ databaseBytes: sizeOf(sqlite.name), logBytes: sizeOf(`${sqlite.name}-wal`) }),
    usedBytes: () =>
      Number(sqlite.pragma('page_size', { simple: true })) *
      (Number(sqlite.pragma('page_count', { simple: true })) - freePages()),
    async emptyLog() {
      // SQLite refuses a checkpoint inside a transaction: 'database table is locked'.
      for (let others = whenWritable(); others; others = whenWritable()) await others;
      return emptyLog(sqlite);
    },
    async reclaim() {
      if (freePages() <= sparePages) return false;
      // When the disk is full, the transaction makes room and tries once more.
      await transaction(async () => void sqlite.pragma(`incremental_vacuum(${batchPages})`));
      return true;
    },
    writeBeside,
    async copyTo(target) {
      await sqlite.backup(target);
    },
    isOpen: () => sqlite.open,
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Moves the whole log into the file and empties it. Returns false when another process reads it all the time. */
export function emptyLog(sqlite: BetterSqlite3.Database): boolean {
  const busyTimeoutMs = Number(sqlite.pragma('busy_timeout', { simple: true }));
  sqlite.pragma(`busy_timeout = ${patienceMs}`);
  try {
    return sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

/**
 * Returns a function that throws a {@link DisplacedError} when one of the paths no longer leads to the file to which it led at
 * first. A file that was moved, deleted or replaced goes on taking writes, which are lost when it is closed. SQLite looks for
 * this only where there is no write-ahead log (https://sqlite.org/howtocorrupt.html). A path that led nowhere counts from the
 * first call at which it leads to a file.
 */
export function createPlaceCheck(paths: readonly string[]): () => void {
  const known = new Map<string, string>();

  function check(path: string): void {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    const present = stats && `${stats.dev}:${stats.ino}`;
    const before = known.get(path);
    if (before !== undefined && before !== present) {
      throw new DisplacedError(`${path} was moved, deleted or replaced while this process had it open.`);
    }
    if (present !== undefined) known.set(path, present);
  }

  for (const path of paths) check(path);
  return () => paths.forEach(check);
}
