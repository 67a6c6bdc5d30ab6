// Opens the one connection to the one file.
import { accessSync, chmodSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DatabaseFile, createDatabaseFile, createPlaceCheck, emptyLog } from './database-file';
import { createBackgroundConnection } from './background-connection';
import { createCheckpoints } from './checkpoints';
import { createOverwriteCheck } from './files/overwrite-check';
import { makeDirectory } from './files/make-directory';
import { isDamage } from './database-errors';
import type { DatabaseObserver } from './database-observer';
import { createGroupCommit, type GroupCommitOptions } from './group-commit';
import { createLogSync } from './log-sync';
import type { Queries } from './queries';
import BetterSqlite3 from './sqlite';
import { createQueries, createStatements } from './statements';
import { createTransactions } from './transactions';

export interface Database extends Queries {
  /**
   * Runs work in one `BEGIN IMMEDIATE … COMMIT`, which is rolled back when the work throws. The changes are on disk when this
   * resolves. The work may await only `tx`, and only its queries may have effects: on a full disk it may be executed again.
   */
  transaction<Value>(work: (tx: Queries) => Promise<Value>): Promise<Value>;
  /**
   * Collects the work of a few turns of the event loop and commits it together, with one sync to disk for all of it. Resolves
   * with the result of the work once it is as durable as `options.until` says. Work that throws is rolled back alone and
   * rejects alone. The same rules hold for it as for that of {@link transaction}.
   */
  groupCommit<Value>(work: (tx: Queries) => Promise<Value>, options?: GroupCommitOptions): Promise<Value>;
  readonly file: DatabaseFile;
  /** Only for `app/db` and its tests: for migrations, and for what Kysely cannot express. */
  readonly sqlite: BetterSqlite3.Database;
  /** Waits for the open transaction and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens `file`. A missing file is made with mode 0600, and a missing directory with mode 0700; `:memory:` is not supported.
 * Throws when the file is not a database, cannot be written or does not give the durability asked for.
 */
export function openDatabase(file: string, observer: Partial<DatabaseObserver> = {}): Database {
  makeDirectory(dirname(file));
  // Where a killed process left its log, SQLite itself needs no new file, and writes in a directory that takes none.
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const sqlite = new BetterSqlite3(file, { timeout: 5_000 });
  chmodSync(file, 0o600);
  // Takes effect only on an empty file, before its first table: pages freed by pruning can be given back later.
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  // A file that was made from a dump lacks this setting until VACUUM rewrites it.
  if (sqlite.pragma('auto_vacuum', { simple: true }) !== 2) sqlite.exec('VACUUM');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('foreign_keys = ON');
  // Deleted data is overwritten, so that a deleted account or organization leaves nothing in the file.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('cache_size = -32000');
  const logPages = chooseLogPages(dirname(file));
  // SQLite gives back what the log grew by during a long backup.
  sqlite.pragma(`journal_size_limit = ${2 * logPages * pageBytes}`);
  assertDurable(sqlite);

  const statements = createStatements(sqlite, (error) => observer.damaged?.(error));
  const background = createBackgroundConnection(file);
  const checkpoints = createCheckpoints({
    sqlite,
    background,
    logPages,
    holdCommits: (work) => transactions.holdCommits(work),
  });
  const log = createLogSync(`${file}-wal`, {
    rewrite: () => emptyLog(sqlite),
    written: checkpoints.noteWritten,
    checks: [createPlaceCheck([file, `${file}-wal`, `${file}-shm`]), createOverwriteCheck(file)],
    displaced: () => observer.displaced?.(),
    damaged: (error) => observer.damaged?.(error),
  });
  const transactions = createTransactions(sqlite, statements, log, observer);

  async function writeBeside(statement: string): Promise<number | undefined> {
    try {
      return await background.inTurn(({ write }) => {
        log.assertSound();
        // Noted before a transaction that waits may begin: within one, SQLite refuses to tell the length of the log.
        return transactions.holdCommits(() => write(statement).finally(() => log.noteWritten()));
      });
    } catch (error) {
      if (isDamage(error)) observer.damaged?.(error);
      throw error;
    }
  }

  return {
    ...createQueries(statements, transactions.whenFree, log, transactions.whenWritable),
    transaction: transactions.transaction,
    groupCommit: createGroupCommit(transactions.commitWork, log),
    file: createDatabaseFile(sqlite, transactions, writeBeside),
    sqlite,
    async close() {
      for (let open = transactions.whenFree(); open; open = transactions.whenFree()) await open;
      await log.close();
      await checkpoints.close();
      await background.close();
      sqlite.close();
    },
  };
}

const pageBytes = 4096;

/**
 * Returns after how many pages of log a checkpoint is made: 32 MiB, so that a page that changes again and again is written once
 * and not eight times; on a small disk a 64th of it, or the log alone would fill the disk.
 */
function chooseLogPages(directory: string): number {
  const { blocks, bsize } = statfsSync(directory);
  const share = Math.floor((blocks * bsize) / 64 / pageBytes);
  return share > 0 ? Math.max(250, Math.min(8000, share)) : 8000;
}

/** Checks the settings. A build of SQLite or a file system that quietly gives less must stop the start, not lose a webhook. */
function assertDurable(sqlite: BetterSqlite3.Database): void {
  const expected = { journal_mode: 'wal', synchronous: 1, foreign_keys: 1, auto_vacuum: 2 };
  for (const [name, value] of Object.entries(expected)) {
    const actual = sqlite.pragma(name, { simple: true });
    if (name === 'journal_mode' && actual !== value) {
      throw new Error(
        'The file system of DATA_DIR keeps no write-ahead log of SQLite, as network shares do not: set it to a directory on a local disk.',
      );
    }
    if (actual !== value) {
      throw new Error(`The database answers ${name} = ${String(actual)}, but ${String(value)} is needed.`);
    }
  }
}
