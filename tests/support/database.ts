import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DatabaseObserver } from '~/db/core/database-observer';
import { type Database, openDatabase } from '~/db/core/open';
import { placeMigratedDatabase } from './migrated-database';

const directory = mkdtempSync(join(tmpdir(), 'wicked-test-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

let copies = 0;

/**
 * An empty, migrated database, or one with the content that SQLite's `serialize` answered, in a file of its own; closed
 * and removed when the test that asked for it ends.
 */
export async function createTestDatabase(
  content?: Buffer,
  observer?: Partial<DatabaseObserver>,
): Promise<Database> {
  const { database, remove } = openTestDatabase(content, observer);
  onTestFinished(remove);
  return database;
}

/** The same, for several tests: the caller closes and removes it. */
export function openTestDatabase(
  content?: Buffer,
  observer: Partial<DatabaseObserver> = {},
): { database: Database; remove: () => Promise<void> } {
  const file = join(directory, `${++copies}.db`);
  if (content) writeFileSync(file, content);
  else placeMigratedDatabase(file);
  const database = openDatabase(file, observer);
  return {
    database,
    async remove() {
      if (database.sqlite.open) await database.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    },
  };
}
