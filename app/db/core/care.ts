// Upkeep that is specific to SQLite's one file: its write-ahead log is emptied, and free space is given back to the file system.
import { statSync } from 'node:fs';
import type BetterSqlite3 from './sqlite';
import type { Transactions } from './transactions';

export interface Care {
  /** Bytes of the database, and of the log of what was written to it last. */
  measure(): { databaseBytes: number; logBytes: number };
  /** Bytes of the database that hold something, whatever the file has free. */
  usedBytes(): number;
  /**
   * Leaves nothing of what was deleted or overwritten in the log. Returns false when another process reads the file all the
   * while, as one that replicates it does: then the log is overwritten as it is used again. The transaction that is open is
   * waited for.
   */
  settle(): Promise<boolean>;
  /** Gives a portion of the free space back to the file system, as a transaction does its work. False: no more is to spare. */
  reclaim(): Promise<boolean>;
  /** Whether queries can still be executed. */
  isOpen(): boolean;
}

/** This process serves nobody else meanwhile, so it does not wait for a reader that keeps its lock. */
const patienceMs = 200;
/** Pages given back in one go: 1 MiB. */
const portionPages = 256;
/** Free pages that stay in the file, 4 MiB: what comes next needs them at once. */
const sparePages = 1024;

export function createCare(
  sqlite: BetterSqlite3.Database,
  { transaction, whenFree }: Pick<Transactions, 'transaction' | 'whenFree'>,
): Care {
  const freePages = () => Number(sqlite.pragma('freelist_count', { simple: true }));
  return {
    measure: () => ({ databaseBytes: sizeOf(sqlite.name), logBytes: sizeOf(`${sqlite.name}-wal`) }),
    usedBytes: () =>
      Number(sqlite.pragma('page_size', { simple: true })) *
      (Number(sqlite.pragma('page_count', { simple: true })) - freePages()),
    async settle() {
      // SQLite refuses it inside of one: 'database table is locked'.
      for (let others = whenFree(); others; others = whenFree()) await others;
      return emptyLog(sqlite);
    },
    async reclaim() {
      if (freePages() <= sparePages) return false;
      // On a full disk room is made, and it is tried once more.
      await transaction(async () => void sqlite.pragma(`incremental_vacuum(${portionPages})`));
      return true;
    },
    isOpen: () => sqlite.open,
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Brings all of the log into the file and empties it. Returns false when another process reads it all the while. */
export function emptyLog(sqlite: BetterSqlite3.Database): boolean {
  const usualMs = Number(sqlite.pragma('busy_timeout', { simple: true }));
  sqlite.pragma(`busy_timeout = ${patienceMs}`);
  try {
    return sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${usualMs}`);
  }
}
