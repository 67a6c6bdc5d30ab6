import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '~/db/core/migrate';
import { openDatabase } from '~/db/core/open';

let migrated: Promise<Buffer> | undefined;

/** Once in a process: all migrations take a fifth of a second. */
async function migrateOnce(): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-migrated-'));
  const file = join(directory, 'wicked.db');
  const database = openDatabase(file);
  await migrate(database);
  await database.close();
  const content = readFileSync(file);
  rmSync(directory, { recursive: true });
  return content;
}

/** Puts an empty, migrated database where no file is yet. */
export async function placeMigratedDatabase(file: string): Promise<void> {
  writeFileSync(file, await (migrated ??= migrateOnce()), { mode: 0o600, flag: 'wx' });
}
