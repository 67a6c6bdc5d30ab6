// The one connection to the one file.
import { chmodSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Care, createCare, emptyLog } from './care';
import { createCheckpoints } from './checkpoints';
import { makeDirectory } from './make-directory';
import type { DatabaseObserver } from './database-observer';
import { createGroupCommit, type GroupCommitOptions } from './group-commit';
import { createLogSync } from './log-sync';
import type { Queries } from './queries';
import BetterSqlite3 from './sqlite';
import { createQueries, createStatements } from './statements';
import { createTransactions } from './transactions';

export interface Database extends Queries {
  /**
   * Work in one `BEGIN IMMEDIATE … COMMIT`, rolled back when it throws. Durable when it resolves. The work awaits nothing
   * but `tx`, and has no effect but its queries: it may be executed again (on a full disk).
   */
  transaction<Value>(work: (tx: Queries) => Promise<Value>): Promise<Value>;
  /**
   * Collects the work of one turn of the event loop and commits it together: one sync to disk for all of it.
   * Resolves after COMMIT with what the work returned. Work that throws is rolled back alone and rejects alone.
   * It awaits nothing but `tx` and has no effect but its queries, as that of {@link transaction}.
   */
  groupCommit<Value>(work: (tx: Queries) => Promise<Value>, options?: GroupCommitOptions): Promise<Value>;
  readonly care: Care;
  /** Only for `app/db` and its tests: for migrations, and for what Kysely cannot express. */
  readonly sqlite: BetterSqlite3.Database;
  /** Waits for the transaction that is open. */
  close(): Promise<void>;
}

/**
 * Opens `file` (made with mode 0600 in a directory of mode 0700 when missing; `:memory:` is for no one).
 * Throws when the file is not a database, cannot be written or does not give the durability asked for.
 */
export function openDatabase(file: string, observer: Partial<DatabaseObserver> = {}): Database {
  makeDirectory(dirname(file));
  const sqlite = new BetterSqlite3(file, { timeout: 5_000 });
  chmodSync(file, 0o600);
  // Only takes effect on an empty file, before its first table: pages freed by pruning can be given back later.
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  // A file that was put together from a dump lacks it, until it is written anew.
  if (sqlite.pragma('auto_vacuum', { simple: true }) !== 2) sqlite.exec('VACUUM');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('foreign_keys = ON');
  // What is deleted is overwritten: who deletes an account or an organization leaves nothing in the file.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('cache_size = -32000');
  const logPages = chooseLogPages(dirname(file));
  // What a long backup made it grow by is given back.
  sqlite.pragma(`journal_size_limit = ${2 * logPages * pageBytes}`);
  assertDurable(sqlite);

  const statements = createStatements(sqlite, (error) => observer.damaged?.(error));
  const checkpoints = createCheckpoints({
    sqlite,
    logPages,
    holdCommits: (work) => transactions.holdCommits(work),
  });
  const log = createLogSync(`${file}-wal`, {
    rewrite: () => emptyLog(sqlite),
    written: checkpoints.noteWritten,
  });
  const transactions = createTransactions(sqlite, statements, log, observer);
  return {
    ...createQueries(statements, transactions.whenFree, log),
    transaction: transactions.transaction,
    groupCommit: createGroupCommit(transactions.commitWork, log),
    care: createCare(sqlite, transactions),
    sqlite,
    async close() {
      for (let open = transactions.whenFree(); open; open = transactions.whenFree()) await open;
      await log.close();
      await checkpoints.close();
      sqlite.close();
    },
  };
}

const pageBytes = 4096;

/**
 * After how many pages of log the file itself is brought up to date: 32 MiB, so that a page that changes again and again
 * is written once and not eight times; on a small disk a 64th of it, or the log alone would fill it.
 */
function chooseLogPages(directory: string): number {
  const { blocks, bsize } = statfsSync(directory);
  const share = Math.floor((blocks * bsize) / 64 / pageBytes);
  return share > 0 ? Math.max(250, Math.min(8000, share)) : 8000;
}

/** A build of SQLite or a file system that quietly gives less than asked must stop the start, not lose a webhook. */
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
