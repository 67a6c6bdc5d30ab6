// Finds tables, indexes, triggers and views in a file that no migration made.
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

/** Objects that SQLite makes for itself, or that Litestream keeps in the file it replicates. */
const guests = /^(sqlite|_litestream)_/;

/** Returns the foreign objects in a file, such as `trigger audit_copy`; with `onlyActive`, only triggers and views. */
type FindForeignObjects = (db: Pick<Database, 'sqlite'>, options?: { onlyActive: boolean }) => string[];

/** Learns the objects of this build from a new database in memory. The result compares by kind and name. */
export async function createFindForeignObjects(): Promise<FindForeignObjects> {
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
 * Drops the tables in which the command `.recover` of SQLite's shell put rows of an unknown table (`lost_and_found`, numbered
 * from the second). Nobody can tell what these rows were.
 */
export function dropLostRows(db: Pick<Database, 'sqlite'>): void {
  for (const { type, name } of listObjects(db)) {
    if (type === 'table' && /^lost_and_found(_\d+)?$/.test(name)) db.sqlite.exec(`drop table ${name}`);
  }
}

function describe({ type, name }: SchemaObject): string {
  return `${type} ${name}`;
}
