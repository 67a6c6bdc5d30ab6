import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { migrate } from '~/db/core/migrate';
import type { DatabaseObserver } from '~/db/core/database-observer';
import { type Database, openDatabase } from '~/db/core/open';

const directory = mkdtempSync(join(tmpdir(), 'wicked-test-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

let migrated: Promise<string> | undefined;
let copies = 0;

async function migrateOnce(): Promise<string> {
  const file = join(directory, 'migrated.db');
  const database = openDatabase(file);
  await migrate(database);
  await database.close();
  return file;
}

/** Puts an empty, migrated database where no file is yet. */
export async function placeMigratedDatabase(file: string): Promise<void> {
  copyFileSync(await (migrated ??= migrateOnce()), file);
}

/**
 * An empty, migrated database, or one with the content that SQLite's `serialize` answered, in a file of its own; closed
 * and removed when the test that asked for it ends.
 */
export async function createTestDatabase(
  content?: Buffer,
  observer: Partial<DatabaseObserver> = {},
): Promise<Database> {
  const file = join(directory, `${++copies}.db`);
  if (content) writeFileSync(file, content);
  else await placeMigratedDatabase(file);
  const database = openDatabase(file, observer);
  onTestFinished(async () => {
    if (database.sqlite.open) await database.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  });
  return database;
}
