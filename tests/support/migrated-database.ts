// An empty, migrated database, made once for a whole run of vitest: all migrations take a fifth of a second.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tells the processes of the run where it is. */
const variable = 'MIGRATED_DATABASE';

/** Makes it, before the first test; answers what is to be done after the last. Each project of vitest asks for it. */
export default async function makeMigratedDatabase(): Promise<(() => void) | undefined> {
  if (process.env[variable] !== undefined) return undefined;
  const { openDatabase } = await import('~/db/core/open');
  const { migrate } = await import('~/db/core/migrate');
  const directory = mkdtempSync(join(tmpdir(), 'wicked-migrated-'));
  const file = join(directory, 'wicked.db');
  const database = openDatabase(file);
  await migrate(database);
  await database.close();
  process.env[variable] = file;
  return () => rmSync(directory, { recursive: true, force: true });
}

/** Puts a copy where no file is yet. In the browser tests, whose few servers migrate by themselves, there is none. */
export function placeMigratedDatabase(file: string): void {
  const migrated = process.env[variable];
  if (migrated !== undefined && !existsSync(file)) copyFileSync(migrated, file);
}
