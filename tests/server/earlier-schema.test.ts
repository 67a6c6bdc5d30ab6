// A database of an earlier version: what a start does with it, alone and beside a server that still uses it.
import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Migration, Migrator, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDirShared } from '~/db/core/data-dir/data-dir-lock';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { serializeSessionCookie } from '~/auth/session';
import { maintain, startBuilt } from '../support/command';
import { createDataDir, startServer, testKeys } from '../support/server';
import { startTarget } from '../support/target';
import { startCommand } from './checkout';
import { earlierIds, earlierSession, earlierToken, fillEarlierTables } from './earlier-rows';
import { createSmallDisk, enlarge, fillUp, mayMount } from './small-disk';

const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });
const names = Object.keys(files)
  .map((path) => path.replace(/^.*\/|\.ts$/g, ''))
  .toSorted();

/** A directory whose database has the first migrations and no more. */
async function createEarlier(count: number, dataDir = createDataDir()): Promise<string> {
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

test('is left alone while a server of that version uses it', async () => {
  const dataDir = await createEarlier(20);
  const server = lockDataDirShared(dataDir);
  onTestFinished(() => server?.end());
  const { code, stderr } = await startBuilt('index.js', [], { dataDir }).ended;
  expect([code, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toContain('has to be brought to this version, and another process uses it');
  expect(countMigrations(dataDir)).toBe(20);
});

test('is brought to this version with all that it has; the log tells each step, and executions go on', async () => {
  const dataDir = await createEarlier(20);
  const target = await startTarget((_request, response) => void response.end('{}'));
  onTestFinished(() => target.close());
  const before = fillEarlier(dataDir, target.url);
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
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

  await target.arrived(4);
  const answer = await fetch(`${server.url}/webhook/${earlierIds.orders}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"n":9}',
  });
  expect(answer.status).toBe(202);
  await target.arrived(6);
  const urls = ['/a?n=3', '/a?n=4', '/a?n=9', '/follow', '/follow', '/follow'];
  expect(target.received.map(({ url }) => url).toSorted()).toEqual(urls);
  const cookie = await serializeSessionCookie({ appUrl: 'http://localhost:3000' }, earlierSession);
  for (const path of ['', '/logs', '/deploy']) {
    const page = await fetch(`${server.url}/integration/${earlierIds.orders}${path}`, {
      headers: { Cookie: cookie },
    });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Orders')]);
  }
  const headers = { Authorization: `Bearer ${earlierToken}` };
  const versions = await fetch(`${server.url}/api/integrations/${earlierIds.orders}/versions`, { headers });
  expect(await versions.json()).toHaveLength(2);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  for (const name of changing) delete before[name];
  expect(countRows(dataDir, Object.keys(before))).toEqual(before);
});

/** Tables that executions write to; and notices of stops, which have become incidents. */
const changing = [
  'jobs',
  'unindexed_executions',
  'execution_days',
  'payloads',
  'executions',
  'steps',
  'attempts',
  'stop_notices',
];

/** Stores rows in each table of the schema of then. Answers how many. */
function fillEarlier(dataDir: string, target: string): Record<string, number> {
  const sqlite = new BetterSqlite3(join(dataDir, 'wicked.db'));
  sqlite.exec(fillEarlierTables({ target, now: Date.now() }));
  const tables = sqlite
    .prepare(`select name from sqlite_schema where type = 'table'`)
    .pluck()
    .all() as string[];
  sqlite.close();
  return countRows(
    dataDir,
    tables.filter((name) => !/^(sqlite|kysely|execution_index)/.test(name)),
  );
}

function countRows(dataDir: string, tables: string[]): Record<string, number> {
  const sqlite = new BetterSqlite3(join(dataDir, 'wicked.db'), { readonly: true });
  const counts = tables.map((name) => [name, sqlite.prepare(`select count(*) from ${name}`).pluck().get()]);
  sqlite.close();
  return Object.fromEntries(counts) as Record<string, number>;
}

test.skipIf(!mayMount)('is left alone while the disk is too small for it', async () => {
  const dataDir = await createEarlier(names.indexOf('0099_steps_with_rowid'), createSmallDisk(80));
  const before = fillSteps(dataDir, 20);
  const { code, stderr } = await startBuilt('index.js', [], { dataDir }).ended;
  expect([code, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toMatch(
    /needs 6\d MiB of disk space for a while, and \d+ MiB are free\. Nothing was changed: /,
  );
  expect(countMigrations(dataDir)).toBe(before);
  const tooSmall = expect.stringMatching(
    / needs 6\d MiB of disk space for a while, .* Nothing was changed: /,
  );
  const NEW_APP_KEY = Buffer.alloc(32, 9).toString('base64');
  const rotated = await maintain(dataDir, ['rotate-key'], { NEW_APP_KEY });
  expect([rotated.code, rotated.stderr]).toEqual([1, tooSmall]);
  const backup = join(createDataDir(), 'backup.db');
  copyFileSync(join(dataDir, 'wicked.db'), backup);
  const restored = await maintain(dataDir, ['restore', backup]);
  expect([restored.code, restored.stderr]).toEqual([1, tooSmall]);
  expect(restored.stderr).toContain(`The database ${backup} has to be brought`);
  expect(countMigrations(dataDir)).toBe(before);
  expect(readdirSync(dataDir).filter((name) => /restoring|replaced/.test(name))).toEqual([]);

  // Three times the table is enough, also where a step that was interrupted has left the disk full of what it wrote.
  enlarge(dataDir, 100);
  const log = join(dataDir, 'wicked.db-wal');
  fillUp(log);
  truncateSync(log, statSync(log).size - 2 ** 20);
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'info' } });
  await expect.poll(server.output).toMatch(/"neededBytes":6\d{7},"freeBytes":\d+,"minutes":1,/);
  expect(await server.kill('SIGTERM'), server.output()).toBe(0);
  expect(countMigrations(dataDir)).toBe(names.length);
});

/** Stores an execution with steps of a mebibyte each, so many. Answers how many migrations the database has. */
function fillSteps(dataDir: string, mebibytes: number): unknown {
  const sqlite = new BetterSqlite3(join(dataDir, 'wicked.db'));
  sqlite.exec(`
    insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
    insert into integrations (id, organization_id, name, version, created_at, updated_at)
      values ('i', 'o', 'Orders', 1, 1, 1);
    insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
        started_at, completed_at, payload_seq)
      values ('e', 'o', 'i', 1, 'completed', 'manual', 5, 9, 1);
    with recursive n (step) as (select 0 union all select step + 1 from n where step + 1 < ${mebibytes})
      insert into steps (execution_id, step, kind, call_id, name, status, saved)
        select 'e', step, 'call', 'c', 'Call', 'success', hex(randomblob(${2 ** 19})) from n`);
  sqlite.close();
  return countMigrations(dataDir);
}

/** Starts the server, and ends it by kill -9 as it tells of the migration that comes after so many more. */
async function killAmid(dataDir: string, more: number): Promise<void> {
  const server = startCommand(process.cwd(), [process.execPath, 'build/server/index.js'], {
    APP_URL: 'http://localhost:3000',
    PORT: '0',
    DATA_DIR: dataDir,
    SESSION_SECRET: testKeys.sessionSecret,
    APP_KEY: testKeys.appKey.toString('base64'),
  });
  await server.told(new RegExp(`"step":${more + 1},"of":`));
  server.process.kill('SIGKILL');
  await server.ended;
}

test('an upgrade that is killed again and again goes on where it was', async () => {
  const dataDir = await createEarlier(5);
  const reached = [Number(countMigrations(dataDir))];
  for (const more of [0, 3, 7, 12, 1]) {
    if (names.length - Number(reached.at(-1)) <= more + 1) break;
    await killAmid(dataDir, more);
    reached.push(Number(countMigrations(dataDir)));
    expect(Number(reached.at(-1))).toBeGreaterThanOrEqual(Number(reached.at(-2)) + more);
  }
  const server = await startServer({ dataDir });
  // The runner looks for work only a moment after the start.
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  // A server that was asked whether it is ready keeps its port open for some seconds when it is told to stop.
  await server.kill('SIGKILL');
  expect(countMigrations(dataDir)).toBe(names.length);
  const sqlite = new BetterSqlite3(join(dataDir, 'wicked.db'), { readonly: true });
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  sqlite.close();
});
