import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';

/** How SQLite would execute each query that `ask` makes, a line a step. Nothing is executed. */
export function explain(db: Database, ask: (queries: Queries) => unknown): string[] {
  const plans: string[] = [];
  function plan(query: { compile(): { sql: string; parameters: readonly unknown[] } }): void {
    const { sql, parameters } = query.compile();
    const rows = db.sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    plans.push(...rows.map(({ detail }) => detail));
  }
  ask({
    build: db.build,
    all(query) {
      plan(query);
      return [];
    },
    first: (query) => void plan(query),
    run(query) {
      plan(query);
      return 0;
    },
    insert(query) {
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
    insert: (query) => tx.insert(note(query)),
  };
}
