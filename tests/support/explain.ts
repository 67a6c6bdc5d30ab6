import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';

/** How SQLite would execute each query that `ask` makes, a line a step. Nothing is executed. */
export async function explain(db: Database, ask: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  function plan(query: { compile(): { sql: string; parameters: readonly unknown[] } }): void {
    const { sql, parameters } = query.compile();
    const rows = db.sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    plans.push(...rows.map(({ detail }) => detail));
  }
  await ask({
    build: db.build,
    async all(query) {
      plan(query);
      return [];
    },
    async first(query) {
      plan(query);
      return undefined;
    },
    async run(query) {
      plan(query);
      return 0;
    },
    async runAll(queries) {
      queries.forEach(plan);
    },
    async insert(query) {
      plan(query);
      return 0;
    },
  });
  return plans;
}

/** The same database or transaction, with each query's text added to a list. */
export function record(tx: Queries, asked: string[]): Queries {
  const note = <Query extends { compile(): { sql: string } }>(query: Query): Query => {
    asked.push(query.compile().sql);
    return query;
  };
  return {
    build: tx.build,
    all: (query) => tx.all(note(query)),
    first: (query) => tx.first(note(query)),
    run: (query) => tx.run(note(query)),
    runAll: (queries) => tx.runAll(queries.map(note)),
    insert: (query) => tx.insert(note(query)),
  };
}

/** A query that was made: its text, SQLite's plan for it, and the rows that it read or changed. */
export interface ObservedQuery {
  sql: string;
  plan: string[];
  rows: number;
}

/** The same database, with each query that is made added to a list. */
export function observe(db: Database, made: ObservedQuery[]): Database {
  function note<Result>(
    query: { compile(): { sql: string; parameters: readonly unknown[] } },
    result: Result,
    rows: number,
  ): Result {
    const { sql, parameters } = query.compile();
    const steps = db.sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    made.push({ sql, plan: steps.map(({ detail }) => detail), rows });
    return result;
  }
  return {
    ...db,
    async all(query) {
      const found = await db.all(query);
      return note(query, found, found.length);
    },
    async first(query) {
      const found = await db.first(query);
      return note(query, found, found === undefined ? 0 : 1);
    },
    async run(query) {
      const changed = await db.run(query);
      return note(query, changed, changed);
    },
    async runAll(queries) {
      for (const query of queries) note(query, undefined, await db.run(query));
    },
    insert: async (query) => note(query, await db.insert(query), 1),
  };
}
