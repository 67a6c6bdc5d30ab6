// Tables, indexes, triggers and views in a file that no migration made.
import { migrate } from './migrate';
import type { Database } from './open';
import BetterSqlite3 from './sqlite';

interface SchemaObject {
  type: 'table' | 'index' | 'trigger' | 'view';
  name: string;
}

function listObjects({ sqlite }: Pick<Database, 'sqlite'>): SchemaObject[] {
  return sqlite.prepare('select type, name from sqlite_schema order by type, name').all() as SchemaObject[];
}

/** What SQLite makes for itself, and what Litestream keeps in the file that it replicates. */
const guests = /^(sqlite|_litestream)_/;

/** Finds what is foreign in a file, as `trigger audit_copy`; `onlyActive` looks at triggers and views alone. */
export type FindForeignObjects = (
  db: Pick<Database, 'sqlite'>,
  options?: { onlyActive: boolean },
) => string[];

/** Compares by kind and name with a new database of this build, which is made in memory for it. */
export async function learnOwnObjects(): Promise<FindForeignObjects> {
  const sqlite = new BetterSqlite3(':memory:');
  try {
    await migrate({ sqlite });
    const own = new Set(listObjects({ sqlite }).map(describe));
    return (db, { onlyActive } = { onlyActive: false }) =>
      listObjects(db)
        .filter(({ type }) => !onlyActive || type === 'trigger' || type === 'view')
        .filter((object) => !guests.test(object.name) && !own.has(describe(object)))
        .map(describe);
  } finally {
    sqlite.close();
  }
}

/**
 * Removes the tables of rows that the command `.recover` of SQLite's shell knew no table for; a second one is numbered. Nobody can
 * tell what they were.
 */
export function dropLostRows(db: Pick<Database, 'sqlite'>): void {
  for (const { type, name } of listObjects(db)) {
    if (type === 'table' && /^lost_and_found(_\d+)?$/.test(name)) db.sqlite.exec(`drop table ${name}`);
  }
}

function describe({ type, name }: SchemaObject): string {
  return `${type} ${name}`;
}
