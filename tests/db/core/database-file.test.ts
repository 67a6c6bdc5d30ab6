import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseDown } from '~/db/core/database-errors';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { createDataDir } from '../../support/server';

function open() {
  const file = join(createDataDir(), 'wicked.db');
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  db.sqlite.exec('create table notes (text)');
  const note = () => db.sqlite.exec(`insert into notes values ('something')`);
  note();
  return { db, file, note, readLogSize: () => statSync(`${file}-wal`).size };
}

test('the log is written into the file and cut to nothing', async () => {
  const { db, readLogSize } = open();
  expect(readLogSize()).toBeGreaterThan(0);
  expect(await db.file.emptyLog()).toBe(true);
  expect(readLogSize()).toBe(0);
});

test('a process that reads the file without an end holds nobody up', async () => {
  const { db, file, note, readLogSize } = open();
  const reader = new BetterSqlite3(file, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select * from notes').all();
  note();
  expect(await db.file.emptyLog()).toBe(false);
  expect(db.sqlite.pragma('busy_timeout', { simple: true })).toBe(5_000);
  note();
  reader.exec('commit');
  expect(await db.file.emptyLog()).toBe(true);
  expect(readLogSize()).toBe(0);
});

test('the transaction that is open is waited for', async () => {
  const { db, readLogSize } = open();
  const written = db.transaction(async () => void db.sqlite.exec(`insert into notes values ('more')`));
  expect(db.sqlite.inTransaction).toBe(true);
  expect(await db.file.emptyLog()).toBe(true);
  await written;
  expect(readLogSize()).toBe(0);
});

test.each(['', '-wal', '-shm'])(
  'a write is not acknowledged once wicked.db%s is deleted or replaced, and a copy has all that was',
  async (suffix) => {
    const file = join(createDataDir(), 'wicked.db');
    let displaced = 0;
    const db = openDatabase(file, { displaced: () => void (displaced += 1) });
    onTestFinished(() => db.close());
    db.sqlite.exec('create table notes (text)');
    const note = (text: string) =>
      db.transaction(async () => void db.sqlite.prepare('insert into notes values (?)').run(text));
    await note('acknowledged');

    renameSync(file + suffix, `${file}.gone`);
    copyFileSync(`${file}.gone`, file + suffix);
    await expect(note('replaced')).rejects.toSatisfy(isDatabaseDown);
    rmSync(file + suffix);
    await expect(note('deleted')).rejects.toThrow('was moved, deleted or replaced');
    expect(displaced).toBeGreaterThan(0);

    await db.file.copyTo(`${file}.copy`);
    const copy = new BetterSqlite3(`${file}.copy`, { readonly: true });
    expect(copy.prepare('select text from notes').pluck().all()).toContain('acknowledged');
    copy.close();

    renameSync(`${file}.gone`, file + suffix);
    await note('in its place again');
  },
);
