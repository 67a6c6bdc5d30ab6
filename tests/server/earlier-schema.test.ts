// A database of an earlier version: what a start does with it, alone and beside a server that still uses it.
import { join } from 'node:path';
import { Kysely, type Migration, Migrator, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDirShared } from '~/db/core/data-dir/data-dir-lock';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { startBuilt } from '../support/command';
import { createDataDir, startServer } from '../support/server';

const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });
const names = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.ts$/g, ''))
  .toSorted();

/** A directory whose database has the first migrations and no more. */
async function createEarlier(count: number): Promise<string> {
  const dataDir = createDataDir();
  const db = openDatabase(join(dataDir, 'wicked.db'));
  db.sqlite.unsafeMode(true);
  const first = names.slice(0, count).map((name) => [name, files[`/migrations/${name}.ts`]]);
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new SqliteDialect({ database: db.sqlite }) }),
    provider: { getMigrations: async () => Object.fromEntries(first) as Record<string, Migration> },
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await db.close();
  return dataDir;
}

function countMigrations(dataDir: string): unknown {
  const sqlite = new BetterSqlite3(join(dataDir, 'wicked.db'), { readonly: true });
  const count = sqlite.prepare('select count(*) from kysely_migration').pluck().get();
  sqlite.close();
  return count;
}

test('is left alone while a server of that version uses it', { timeout: 30_000 }, async () => {
  const dataDir = await createEarlier(20);
  const server = lockDataDirShared(dataDir);
  onTestFinished(() => server?.end());
  const { code, stderr } = await startBuilt('index.js', [], { dataDir }).ended;
  expect([code, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toContain('has to be brought to this version, and another process uses it');
  expect(countMigrations(dataDir)).toBe(20);
});

test('is brought to this version, and the log tells each step', { timeout: 60_000 }, async () => {
  const dataDir = await createEarlier(20);
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'info' } });
  const steps = server
    .output()
    .split('\n')
    .filter((line) => line.includes('bringing the database to this version'))
    .map((line) => JSON.parse(line) as { migration: string; step: number; of: number });
  const of = names.length - 20;
  expect(steps.map((told) => ({ migration: told.migration, step: told.step, of: told.of }))).toEqual(
    names.slice(20).map((migration, index) => ({ migration, step: index + 1, of })),
  );
  expect(countMigrations(dataDir)).toBe(names.length);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
});
