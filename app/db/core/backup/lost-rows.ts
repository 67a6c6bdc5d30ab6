// Repairs what is missing in a file after SQLite's command `.recover` saved what could be read.
import type { Database } from '../open';

type Sqlite = Pick<Database, 'sqlite'>;

interface ForeignKey {
  id: number;
  seq: number;
  table: string;
  from: string;
  /** Null for the primary key of the other table. */
  to: string | null;
  on_delete: string;
}

/**
 * Removes rows that belong to a missing row, and the rows that belong to them. A row that only refers to a missing one loses
 * the reference. Returns how many rows of each table were removed.
 */
export function removeOrphans(db: Sqlite): Map<string, number> {
  const { sqlite } = db;
  const before = countRowsOfAll(db);
  sqlite.transaction(() => {
    for (;;) {
      const tables = listOrphaned(db);
      if (tables.length === 0) return;
      for (const table of tables) for (const key of listForeignKeys(db, table)) clear(db, table, key);
    }
  })();
  const after = countRowsOfAll(db);
  return new Map(
    [...before]
      .map(([table, count]) => [table, count - (after.get(table) ?? 0)] as const)
      .filter(([, removed]) => removed > 0),
  );
}

function listOrphaned({ sqlite }: Sqlite): string[] {
  return sqlite.prepare('select distinct "table" from pragma_foreign_key_check').pluck().all() as string[];
}

/** Returns the foreign keys of a table, each with its columns. */
function listForeignKeys({ sqlite }: Sqlite, table: string): ForeignKey[][] {
  const columns = sqlite.prepare('select * from pragma_foreign_key_list(?)').all(table) as ForeignKey[];
  const keys = new Map<number, ForeignKey[]>();
  for (const column of columns) keys.set(column.id, [...(keys.get(column.id) ?? []), column]);
  return [...keys.values()].map((key) => key.toSorted((a, b) => a.seq - b.seq));
}

function clear(db: Sqlite, table: string, key: ForeignKey[]): void {
  const [first] = key;
  if (!first) return;
  const primary = listPrimaryKey(db, first.table);
  const isParent = key.map(({ from, to, seq }) => `parent."${to ?? primary[seq]}" = "${table}"."${from}"`);
  const isLost = [
    ...key.map(({ from }) => `"${from}" is not null`),
    `not exists (select 1 from "${first.table}" as parent where ${isParent.join(' and ')})`,
  ].join(' and ');
  const columns = key.map(({ from }) => `"${from}" = null`).join(', ');
  db.sqlite.exec(
    first.on_delete === 'SET NULL'
      ? `update "${table}" set ${columns} where ${isLost}`
      : `delete from "${table}" where ${isLost}`,
  );
}

function listPrimaryKey({ sqlite }: Sqlite, table: string): string[] {
  const columns = sqlite.prepare('select name from pragma_table_info(?) where pk > 0 order by pk');
  return columns.pluck().all(table) as string[];
}

function countRowsOfAll({ sqlite }: Sqlite): Map<string, number> {
  const tables = sqlite
    .prepare(`select name from pragma_table_list where type = 'table' and schema = 'main'`)
    .pluck()
    .all() as string[];
  return new Map(
    tables.map((table) => [table, sqlite.prepare(`select count(*) from "${table}"`).pluck().get() as number]),
  );
}

/** Inserts the row of each table that has exactly one, where it is missing; its former content is lost. */
export function addLostSingles({ sqlite }: Sqlite, now: number): void {
  sqlite.prepare('insert or ignore into installation (one, created_at) values (1, ?)').run(now);
  sqlite.exec(`
    insert or ignore into execution_index_progress values (1, '');
    insert or ignore into audit_stream values (1, '', 0);
    insert or ignore into self_check (one, written_at) values (1, 0)`);
}
