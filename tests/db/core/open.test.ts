import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFull } from '~/db/core/database-errors';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { createTestDatabase } from '../../support/database';

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-open-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

// NORMAL: SQLite syncs at checkpoints alone, and the log is synced beside the event loop before anybody is answered.
test('the connection is as durable and as strict as webhooks need', async () => {
  const { sqlite } = await createTestDatabase();
  const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'auto_vacuum', 'busy_timeout'];
  expect(pragmas.map((name) => sqlite.pragma(name, { simple: true }))).toEqual(['wal', 1, 1, 2, 5000]);
});

test('directory and file are for their owner alone', async () => {
  const file = join(makeDirectory(), 'data', 'wicked.db');
  await openDatabase(file).close();
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that others may read is closed to them', async () => {
  const file = join(makeDirectory(), 'wicked.db');
  await openDatabase(file).close();
  chmodSync(file, 0o644);
  await openDatabase(file).close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what is no database is rejected', () => {
  const file = join(makeDirectory(), 'wicked.db');
  writeFileSync(file, 'no database '.repeat(100));
  expect(() => openDatabase(file)).toThrow('not a database');
});

test('a transaction that throws leaves nothing', async () => {
  const db = await createTestDatabase();
  db.sqlite.exec('create table t (a integer)');
  await expect(
    db.transaction(async () => {
      db.sqlite.exec('insert into t values (1)');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await db.transaction(async () => db.sqlite.prepare('select count(*) from t').pluck().get())).toBe(0);
});

test('more statements than are kept prepared still return what is right', async () => {
  const db = await createTestDatabase();
  for (let length = 1; length <= 600; length += 1) {
    const ids = Array.from({ length }, (_, index) => `${index}`);
    expect(await db.all(db.build.selectFrom('users').select('id').where('id', 'in', ids))).toEqual([]);
  }
});

test('on a full disk a transaction is tried once more when room was made, and nothing of it is there twice', async () => {
  let mayGrow = true;
  let told = 0;
  const db = openDatabase(join(makeDirectory(), 'wicked.db'), {
    committed() {},
    failed(error) {
      told += 1;
      if (mayGrow) db.sqlite.pragma('max_page_count = 1000000');
      return isFull(error);
    },
  });
  db.sqlite.exec('create table t (a text)');
  const limit = () =>
    db.sqlite.pragma(`max_page_count = ${Number(db.sqlite.pragma('page_count', { simple: true }))}`);
  const insert = db.sqlite.prepare('insert into t values (?)');
  const write = () =>
    db.transaction(async () => {
      for (let n = 0; n < 100; n += 1) insert.run('x'.repeat(1000));
    });
  const count = () => db.sqlite.prepare('select count(*) from t').pluck().get();
  limit();
  await write();
  expect([told, count()]).toEqual([1, 100]);
  mayGrow = false;
  limit();
  await expect(write()).rejects.toThrow('full');
  expect([told, count()]).toEqual([2, 100]);
  await db.close();
});

test('how long commits take is reported', async () => {
  const durations: number[] = [];
  const db = openDatabase(join(makeDirectory(), 'wicked.db'), {
    committed: (durationMs) => void durations.push(durationMs),
  });
  await db.transaction(async () => db.sqlite.exec('create table t (a)'));
  await expect(db.transaction(async () => db.sqlite.exec('create table t (a)'))).rejects.toThrow(
    'already exists',
  );
  await db.close();
  expect(durations).toEqual([expect.any(Number)]);
  expect(durations[0]).toBeGreaterThan(0);
});

test('a file that was put together from a dump is brought to what is needed', async () => {
  const file = join(makeDirectory(), 'wicked.db');
  const dumped = new BetterSqlite3(file);
  dumped.exec(`create table t (a text); insert into t values ('kept')`);
  dumped.close();
  const db = openDatabase(file);
  expect(db.sqlite.prepare('select a from t').pluck().get()).toBe('kept');
  expect(db.sqlite.pragma('auto_vacuum', { simple: true })).toBe(2);
  await db.close();
});
