import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from '~/db/core/sqlite';

/** Overwrites the first pages of a table and of its indexes in the database of a directory that no server has. */
export function damageTable(dataDir: string, table: string): void {
  const path = join(dataDir, 'wicked.db');
  const db = new BetterSqlite3(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = db
    .prepare('select rootpage from sqlite_schema where tbl_name = ? and rootpage > 0')
    .pluck()
    .all(table) as number[];
  db.close();
  const file = openSync(path, 'r+');
  for (const page of pages) writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(file);
}
