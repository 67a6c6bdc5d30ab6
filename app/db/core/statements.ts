// Prepared statements, and the queries that execute them.
import type { Compilable } from 'kysely';
import { queryBuilder } from './compiled-query';
import { isDamage } from './database-errors';
import type { LogSync } from './log-sync';
import type { Queries } from './queries';
import type BetterSqlite3 from './sqlite';

/** Executes queries at once, within whatever transaction is open. */
export interface Statements {
  all(query: Compilable<unknown>): unknown[];
  first(query: Compilable<unknown>): unknown;
  write(query: Compilable<unknown>): BetterSqlite3.RunResult;
}

/** The most statements that are kept. Lists of values make endless variants of one; beyond this, starting over is cheaper. */
const maxStatements = 500;

/** Creates the statements. `damaged` is called with each error that says that the file is damaged. */
export function createStatements(
  sqlite: BetterSqlite3.Database,
  damaged: (error: unknown) => void,
): Statements {
  const statements = new Map<string, BetterSqlite3.Statement>();
  function prepare(sql: string): BetterSqlite3.Statement {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= maxStatements) statements.clear();
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
 * Creates queries that execute as soon as `whenFree` returns undefined. Until then they await what it returns: the end of
 * another caller's transaction. If `whenFree` throws, the query rejects with its error. Writes await `whenWritable` in its
 * place. A query executes in the same turn as that check: later it could be within another caller's transaction.
 */
export function createQueries(
  statements: Statements,
  whenFree: () => Promise<void> | undefined,
  log?: LogSync,
  whenWritable = whenFree,
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
      for (let others = whenWritable(); others; others = whenWritable()) await others;
      log?.assertSound();
      const { changes } = statements.write(query);
      if (log) await settle(log);
      return changes;
    },
    async runAll(queries) {
      for (let others = whenWritable(); others; others = whenWritable()) await others;
      log?.assertSound();
      for (const query of queries) statements.write(query);
      if (log) await settle(log);
    },
    async insert(query) {
      for (let others = whenWritable(); others; others = whenWritable()) await others;
      log?.assertSound();
      const { lastInsertRowid } = statements.write(query);
      if (log) await settle(log);
      return Number(lastInsertRowid);
    },
  };
}

/** Waits until the last write is on disk. Within a transaction there is nothing to wait for. */
async function settle(log: LogSync): Promise<void> {
  log.noteWritten();
  await log.settled();
}
