// Prepared statements, and the queries that execute them.
import type { Compilable } from 'kysely';
import { queryBuilder } from './compiled-query';
import { isDamage } from './database-errors';
import type { LogSync } from './log-sync';
import type { Queries } from './queries';
import type BetterSqlite3 from './sqlite';

/** Executes a query at once, within whatever transaction is open. */
export interface Statements {
  all(query: Compilable<unknown>): unknown[];
  first(query: Compilable<unknown>): unknown;
  write(query: Compilable<unknown>): BetterSqlite3.RunResult;
}

/** Lists of values make endless variants of one statement; past this many, starting over is cheaper than keeping them. */
const mostStatements = 500;

/** `damaged` is notified of each error that says that the file makes no sense. */
export function createStatements(
  sqlite: BetterSqlite3.Database,
  damaged: (error: unknown) => void,
): Statements {
  const statements = new Map<string, BetterSqlite3.Statement>();
  function prepare(sql: string): BetterSqlite3.Statement {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= mostStatements) statements.clear();
      statement = sqlite.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  function noteDamage(error: unknown): unknown {
    if (isDamage(error)) damaged(error);
    return error;
  }

  return {
    all(query) {
      const { sql, parameters } = query.compile();
      try {
        return prepare(sql).all(...parameters);
      } catch (error) {
        throw noteDamage(error);
      }
    },
    first(query) {
      const { sql, parameters } = query.compile();
      try {
        return prepare(sql).get(...parameters);
      } catch (error) {
        throw noteDamage(error);
      }
    },
    write(query) {
      const { sql, parameters } = query.compile();
      try {
        return prepare(sql).run(...parameters);
      } catch (error) {
        throw noteDamage(error);
      }
    },
  };
}

/**
 * Queries that execute as soon as `whenFree` returns undefined; until then they await what it returns, the transaction of
 * somebody else. It may throw: the query rejects with that.
 */
export function createQueries(
  statements: Statements,
  whenFree: () => Promise<void> | undefined,
  log?: LogSync,
): Queries {
  return {
    build: queryBuilder,
    async all<Row>(query: Compilable<Row>) {
      for (let others = whenFree(); others; others = whenFree()) await others;
      return statements.all(query) as Row[];
    },
    async first<Row>(query: Compilable<Row>) {
      for (let others = whenFree(); others; others = whenFree()) await others;
      return statements.first(query) as Row | undefined;
    },
    async run(query) {
      for (let others = whenFree(); others; others = whenFree()) await others;
      log?.assertSound();
      const { changes } = statements.write(query);
      if (log) await settle(log);
      return changes;
    },
    async runAll(queries) {
      for (let others = whenFree(); others; others = whenFree()) await others;
      log?.assertSound();
      for (const query of queries) statements.write(query);
      if (log) await settle(log);
    },
    async insert(query) {
      for (let others = whenFree(); others; others = whenFree()) await others;
      log?.assertSound();
      const { lastInsertRowid } = statements.write(query);
      if (log) await settle(log);
      return Number(lastInsertRowid);
    },
  };
}

/** Waits until what was just written is on disk; within a transaction there is nothing to wait for. */
async function settle(log: LogSync): Promise<void> {
  log.noteWritten();
  await log.settled();
}
