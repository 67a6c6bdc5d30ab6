// The one connection to the one file. better-sqlite3 is synchronous, so a query here runs to its end before
// anything else of this process does: no lock between two requests, no half-finished transaction to wait for.
import { chmodSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Compilable } from 'kysely';
import { createGroupCommit } from './group-commit';
import { queryBuilder } from './compiled-query';
import type { Queries } from './queries';
import BetterSqlite3 from './sqlite';

export interface Database extends Queries {
  /**
   * Work in one `BEGIN IMMEDIATE … COMMIT`, rolled back when it throws. Durable when it returns. On a full disk it may be
   * executed twice.
   */
  transaction<Value>(work: (tx: Queries) => Value): Value;
  /**
   * Collects the work of one turn of the event loop and commits it together: one sync to disk for all of it.
   * Resolves after COMMIT with what the work returned. Work that throws is rolled back alone and rejects alone;
   * it may be executed twice and so must have no effect but its queries.
   */
  groupCommit<Value>(work: (tx: Queries) => Value, bytes?: number): Promise<Value>;
  /** For the rare statement that Kysely cannot say: pragmas and the backup. */
  readonly sqlite: BetterSqlite3.Database;
  close(): void;
}

/** Notified of what the file does. */
export interface DatabaseObserver {
  /** How long a COMMIT took, sync to disk included, in milliseconds. */
  committed(durationMs: number): void;
  /** The disk is full. The listener makes room if it can: the transaction is tried once more. */
  full(): void;
  /** What the file holds makes no sense. */
  damaged(error: unknown): void;
}

/**
 * Opens `file` (made with mode 0600 in a directory of mode 0700 when missing; `:memory:` is for no one).
 * Throws when the file is not a database, cannot be written or does not give the durability asked for.
 */
export function openDatabase(file: string, observer: Partial<DatabaseObserver> = {}): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new BetterSqlite3(file, { timeout: 5_000 });
  chmodSync(file, 0o600);
  // Only takes effect on an empty file, before its first table: pages freed by pruning can be given back later.
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  // A file that was put together from a dump lacks it, until it is written anew.
  if (sqlite.pragma('auto_vacuum', { simple: true }) !== 2) sqlite.exec('VACUUM');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // What is deleted is overwritten: who deletes an account or an organization leaves nothing in the file.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('cache_size = -32000');
  const logPages = chooseLogPages(dirname(file));
  sqlite.pragma(`wal_autocheckpoint = ${logPages}`);
  // What a long backup made it grow by is given back.
  sqlite.pragma(`journal_size_limit = ${2 * logPages * pageBytes}`);
  assertDurable(sqlite);

  const statements = new Map<string, BetterSqlite3.Statement>();
  function prepare(sql: string): BetterSqlite3.Statement {
    let statement = statements.get(sql);
    if (!statement) {
      // Lists of values make endless variants of one statement; starting over is cheaper than keeping them all.
      if (statements.size >= 500) statements.clear();
      statement = sqlite.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  function noteDamage(error: unknown): unknown {
    if (isDamage(error)) observer.damaged?.(error);
    return error;
  }

  function write(query: Compilable<unknown>): BetterSqlite3.RunResult {
    const { sql, parameters } = query.compile();
    try {
      return prepare(sql).run(...parameters);
    } catch (error) {
      throw noteDamage(error);
    }
  }

  const queries: Queries = {
    build: queryBuilder,
    all<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      try {
        return prepare(sql).all(...parameters) as Row[];
      } catch (error) {
        throw noteDamage(error);
      }
    },
    first<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      try {
        return prepare(sql).get(...parameters) as Row | undefined;
      } catch (error) {
        throw noteDamage(error);
      }
    },
    run: (query) => write(query).changes,
    insert: (query) => Number(write(query).lastInsertRowid),
  };
  let workedAt = 0;
  const begin = sqlite.transaction((work: (tx: Queries) => unknown) => {
    const value = work(queries);
    workedAt = performance.now();
    return value;
  });
  function transaction<Value>(work: (tx: Queries) => Value): Value {
    let value: Value;
    try {
      value = begin.immediate(work) as Value;
    } catch (error) {
      noteDamage(error);
      if (!observer.full || sqlite.inTransaction || !isFull(error)) throw error;
      observer.full();
      value = begin.immediate(work) as Value;
    }
    if (!sqlite.inTransaction) observer.committed?.(performance.now() - workedAt);
    return value;
  }

  return {
    ...queries,
    transaction,
    groupCommit: createGroupCommit(transaction),
    sqlite,
    close: () => sqlite.close(),
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

function isFull(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_FULL';
}

/** Whether an error says that the file is damaged, and not only that it cannot be used now. */
export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A build of SQLite or a file system that quietly gives less than asked must stop the start, not lose a webhook. */
function assertDurable(sqlite: BetterSqlite3.Database): void {
  const expected = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, auto_vacuum: 2 };
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
