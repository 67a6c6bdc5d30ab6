// Against a real file, and a thread that writes to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';

function prepare() {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-background-'));
  const file = join(directory, 'a.db');
  const db = openDatabase(file);
  db.sqlite.exec('create table notes (text)');
  onTestFinished(async () => {
    await db.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const query = (text: string) => ({ compile: () => sql.raw<{ count: number }>(text).compile(db.build) });
  return { db, file, query };
}

/** Takes the thread a noticeable time. */
const slow = `insert into notes with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300000)
  select 'x' || n from numbers`;

test('the event loop turns while the thread writes; reads go on, and other writes wait', async () => {
  const { db, query } = prepare();
  const ended: string[] = [];
  const turned = new Promise((resolve) => setImmediate(resolve)).then(() => ended.push('turn'));
  const written = db.file.writeBeside(slow).then((count) => ended.push(`${count} rows`));
  const read = db.first(query('select count(*) as count from notes')).then(() => ended.push('read'));
  // The thread holds the file from now on.
  await turned;
  const others = [
    db.run(query(`insert into notes values ('single')`)).then(() => ended.push('single write')),
    db
      .transaction((tx) => tx.run(query(`insert into notes values ('a')`)))
      .then(() => ended.push('transaction')),
  ];
  await Promise.all([written, read, ...others]);
  expect(ended.slice(0, 3).toSorted()).toEqual(['300000 rows', 'read', 'turn']);
  expect(ended[2]).toBe('300000 rows');
  expect(await db.first(query('select count(*) as count from notes'))).toEqual({ count: 300_002 });
});

test('two statements are executed one after the other', async () => {
  const { db } = prepare();
  const both = ['a', 'b'].map((text) => db.file.writeBeside(`insert into notes values ('${text}')`));
  expect(await Promise.all(both)).toEqual([1, 1]);
});

test('nothing is written while another process writes', async () => {
  const { db, file } = prepare();
  const other = new BetterSqlite3(file);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  expect(await db.file.writeBeside(`insert into notes values ('a')`)).toBeUndefined();
  other.exec('commit');
  expect(await db.file.writeBeside(`insert into notes values ('a')`)).toBe(1);
});

test('a statement that fails rejects with the code of SQLite, and the next one is executed', async () => {
  const { db } = prepare();
  await expect(db.file.writeBeside('insert into nothing values (1)')).rejects.toMatchObject({
    code: 'SQLITE_ERROR',
  });
  expect(await db.file.writeBeside(`insert into notes values ('a')`)).toBe(1);
});

test('what the thread wrote is noted before a transaction that waited for it begins', async () => {
  const { db, query } = prepare();
  // The length of the log is asked for after every 64th write, which SQLite refuses inside of a transaction.
  for (let round = 0; round < 64; round += 1) {
    const transaction = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await db.transaction(async (tx) => {
        for (let each = 0; each < 30; each += 1) await tx.all(query('select count(*) as count from notes'));
        await tx.run(query(`insert into notes values ('of the transaction')`));
      });
    };
    await Promise.all([db.file.writeBeside(`insert into notes values ('${round}')`), transaction()]);
    if (round % 3 === 0) await db.run(query(`insert into notes values ('alone')`));
  }
  expect(await db.first(query('select count(*) as count from notes'))).toEqual({ count: 64 + 64 + 22 });
});
