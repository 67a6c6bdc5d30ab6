import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isMigrated, listForeignChanges, migrate } from '~/db/core/migrate';
import { openDatabase } from '~/db/core/open';
import { inspectDatabase } from '~/db/core/backup/backup-file';
import { createTestDatabase } from '../../support/database';

test.each([
  ['drop index sessions_by_user', ['the index sessions_by_user is missing']],
  ['alter table users add column nickname text', ['the table users is changed']],
  [
    'drop table event_triggers',
    ['the table event_triggers is missing', 'the index event_triggers_by_integration is missing'],
  ],
  ['create trigger spy after insert on users begin select 1; end', ['the trigger spy was added']],
])('%s is noticed', async (statement, changes) => {
  const db = await createTestDatabase();
  db.sqlite.exec(statement);
  expect(listForeignChanges(db)).toEqual(expect.arrayContaining(changes));
  expect(listForeignChanges(db)).toHaveLength(changes.length);
  expect(isMigrated(db)).toBe(false);
  expect(inspectDatabase(db.sqlite.name)).toEqual({
    kind: 'damaged',
    reason: `${listForeignChanges(db)[0]} in its schema`,
  });
});

test('what an operator or Litestream adds beside it is their own, and may go again', async () => {
  const db = await createTestDatabase();
  db.sqlite.exec(`
    create table _litestream_seq (id integer);
    create index my_report on executions (started_at);
    create view my_view as select 1`);
  expect([isMigrated(db), listForeignChanges(db)]).toEqual([true, []]);
  // As after a migration of the next version.
  db.sqlite.exec(`update self_check set schema_objects = json_set(schema_objects, '$.after', '0023_before')`);
  await migrate(db);
  db.sqlite.exec('drop table _litestream_seq; drop index my_report; drop view my_view');
  expect([isMigrated(db), listForeignChanges(db)]).toEqual([true, []]);
});

test('a file from before the schema was kept is taken as it is', async () => {
  const db = await createTestDatabase();
  db.sqlite.exec('update self_check set schema_objects = null; drop index sessions_by_user');
  expect(isMigrated(db)).toBe(true);
  await migrate(db);
  db.sqlite.exec('drop index sessions_by_expiry');
  expect(listForeignChanges(db)).toEqual(['the index sessions_by_expiry is missing']);
});

test('a migration that finds the disk full says so', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-full-'));
  const db = openDatabase(join(directory, 'wicked.db'));
  onTestFinished(async () => {
    await db.close();
    rmSync(directory, { recursive: true });
  });
  db.sqlite.pragma('max_page_count = 12');
  const error = await migrate(db).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  expect(error?.message).toMatch(/^Migration \S+ failed$/);
  expect(error?.cause).toMatchObject({ code: 'SQLITE_FULL' });
  db.sqlite.pragma('max_page_count = 1000000');
  await migrate(db);
  expect(isMigrated(db)).toBe(true);
});
