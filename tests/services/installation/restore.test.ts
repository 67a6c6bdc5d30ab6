import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '~/db/core/open';
import { copyDatabase, inspectDatabase } from '~/db/core/backup/backup-file';
import { readInstallation } from '~/db/core/installation';
import { findIndexedUpTo } from '~/db/executions/search/search-index';
import BetterSqlite3 from '~/db/core/sqlite';
import { restoreBackup } from '~/services/installation/restore';
import { placeMigratedDatabase } from '../../support/migrated-database';
import { testKeys } from '../../support/server';

/** Restores a backup that somebody changed; `prepare` is done to the data directory before. */
async function restoreChanged(change: string, prepare?: (dataDir: string) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-restore-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const [source, file] = [join(dataDir, 'source.db'), join(dataDir, 'backup.db')];
  placeMigratedDatabase(source);
  copyDatabase(source, file);
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('foreign_keys = off');
  sqlite.exec(change);
  sqlite.close();
  prepare?.(dataDir);
  const outcome = await restoreBackup({ dataDir, file, keys: testKeys, now: Date.now() });
  return { outcome, dataDir, file };
}

test.each([
  [
    'a trigger',
    `create trigger copy_users after insert on users begin update users set email = 'x'; end`,
    'trigger copy_users',
  ],
  ['a view', 'create view spy as select * from sessions', 'view spy'],
  [
    'a view in the place of a table',
    'drop table early_access; create view early_access as select 1',
    // The table that is missing is noticed first.
    'early_access',
  ],
  ['a table', 'create table notes (text text)', 'table notes'],
  ['a table named alike', 'create table lost_and_found_notes (text text)', 'table lost_and_found_notes'],
  ['an index', 'create index users_by_name on users (last_name)', 'index users_by_name'],
])('a backup with %s that no migration made is rejected in one line', async (_what, change, named) => {
  const { outcome, dataDir, file } = await restoreChanged(change);
  expect(outcome).toEqual({
    kind: 'refused',
    message: expect.stringMatching(new RegExp(`^${file} .*\\b${named}\\b[^\n]*$`)),
  });
  expect(existsSync(join(dataDir, 'wicked.db'))).toBe(false);
  expect(existsSync(join(dataDir, 'wicked.db.restoring'))).toBe(false);
});

/** What a restore leaves whose process died amid a transaction: its candidate, and the journal that would undo that one. */
function interruptRestore(dataDir: string): void {
  const candidate = join(dataDir, 'wicked.db.restoring');
  const journal = `${candidate}-journal`;
  const sqlite = new BetterSqlite3(candidate);
  sqlite.pragma('synchronous = off');
  sqlite.exec('create table begun (n); begin; insert into begun values (1)');
  copyFileSync(journal, `${journal}-kept`);
  sqlite.exec('rollback');
  sqlite.close();
  renameSync(`${journal}-kept`, journal);
}

test('a restore that was interrupted amid a transaction leaves nothing that the next one meets', async () => {
  const { outcome, dataDir } = await restoreChanged('', interruptRestore);
  expect(outcome).toMatchObject({ kind: 'restored' });
  expect(readdirSync(dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
});

test('a copy that cannot be read now, as on a full disk, is not taken for a damaged backup', () => {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-restore-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'copy.db');
  placeMigratedDatabase(file);
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.close();
  // In the place of the log, which SQLite makes beside the file.
  mkdirSync(`${file}-wal`);
  expect(() => inspectDatabase(file)).toThrow('unable to open database file');
});

test('two restores within a second keep both databases that they replaced', async () => {
  const { dataDir, file } = await restoreChanged('');
  const database = join(dataDir, 'wicked.db');
  const now = Date.now();
  const replaced: (string | undefined)[] = [];
  for (const id of ['first', 'second']) {
    const sqlite = new BetterSqlite3(database);
    sqlite.exec(
      `insert into organizations (id, name, created_at, updated_at) values ('${id}', '${id}', 0, 0)`,
    );
    sqlite.close();
    const outcome = await restoreBackup({ dataDir, file, keys: testKeys, now });
    if (outcome.kind !== 'restored') throw new Error(outcome.message);
    replaced.push(outcome.replaced);
  }
  const found = replaced.map((kept = '') => {
    const sqlite = new BetterSqlite3(kept, { readonly: true });
    const ids: unknown = sqlite.prepare('select group_concat(id) from organizations').pluck().get();
    sqlite.close();
    return ids;
  });
  expect(found).toEqual(['first', 'second']);
});

function listLost(path: string) {
  const sqlite = new BetterSqlite3(path, { readonly: true });
  const names = sqlite.prepare(`select name from sqlite_schema where name like 'lost%'`).pluck().all();
  sqlite.close();
  return names;
}

test("what SQLite's .recover could place nowhere is left behind, in the backup as it was", async () => {
  const lost = ['lost_and_found', 'lost_and_found_0'].map(
    (table) =>
      `create table ${table} (rootpgno, pgno, nfield, id, c0); insert into ${table} values (2, 9, 1, 1, 'x');`,
  );
  const { outcome, dataDir, file } = await restoreChanged(lost.join(''));
  expect(outcome.kind).toBe('restored');
  expect(listLost(join(dataDir, 'wicked.db'))).toEqual([]);
  expect(listLost(file)).toEqual(['lost_and_found', 'lost_and_found_0']);
});

test('rows of a recovered file whose own were lost are left out, and counted', async () => {
  const { outcome, dataDir, file } = await restoreChanged(`
    insert into organizations (id, name, created_at, updated_at) values ('kept', 'Kept', 0, 0);
    insert into integrations (id, organization_id, name, version, created_at, updated_at)
      values ('kept', 'kept', 'Kept', 1, 0, 0), ('orphan', 'lost', 'Lost', 1, 0, 0);
    insert into integration_versions (integration_id, version, definition, created_by, created_at)
      values ('kept', 1, '{}', 'lost', 0), ('orphan', 1, '{}', null, 0), ('lost', 1, '{}', null, 0);
    insert into steps (execution_id, step, kind, call_id, name, status) values ('lost', 0, 'call', 'a', 'A', 'success')`);
  expect(outcome).toMatchObject({
    kind: 'restored',
    contents: { organizations: 1, integrations: 1 },
    leftOut: new Map([
      ['integrations', 1],
      ['integration_versions', 2],
      ['steps', 1],
    ]),
  });
  expect(inspectDatabase(join(dataDir, 'wicked.db'))).toMatchObject({ kind: 'sound', hasOrphans: false });
  expect(inspectDatabase(file)).toMatchObject({ kind: 'sound', hasOrphans: true });
});

test('executions of a recovered file go on, or end in error when a part of them was lost', async () => {
  const { outcome, dataDir } = await restoreChanged(`
    insert into organizations (id, name, created_at, updated_at) values ('o', 'O', 0, 0);
    insert into integrations (id, organization_id, name, version, created_at, updated_at)
      values ('i', 'o', 'I', 1, 0, 0);
    insert into payloads (seq, trigger_data) values (1, '{}'), (2, '{}'), (5, '{}');
    insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
      started_at, began_at, payload_seq) values
      ('1-without-job', 'o', 'i', 1, 'running', 'cron', 1, 1, 1),
      ('2-queued', 'o', 'i', 1, 'queued', 'webhook', 1, null, 2),
      ('3-without-payload', 'o', 'i', 1, 'queued', 'webhook', 1, null, 3),
      ('4-without-both', 'o', 'i', 1, 'running', 'webhook', 1, 1, 4),
      ('5-of-none', 'o', 'gone', 1, 'queued', 'webhook', 1, null, 5),
      ('6-over', 'o', 'i', 1, 'completed', 'webhook', 1, 1, 6);
    insert into steps (execution_id, step, kind, call_id, name, status)
      values ('4-without-both', 0, 'call', 'a', 'A', 'running')`);
  expect(outcome).toMatchObject({ kind: 'restored', ended: 3 });
  const { sqlite } = openDatabase(join(dataDir, 'wicked.db'));
  const statuses = sqlite.prepare('select status from executions order by id').pluck().all();
  expect(statuses).toEqual(['running', 'queued', 'error', 'error', 'error', 'completed']);
  expect(sqlite.prepare('select status from steps').pluck().all()).toEqual(['error']);
  expect(sqlite.prepare('select kind, subject_id, organization_id from jobs').all()).toEqual([
    { kind: 'execution', subject_id: '1-without-job', organization_id: 'o' },
  ]);
  expect(sqlite.prepare('select seq from payloads').pluck().all()).toEqual([1, 2, 3, 4, 5, 6]);
  sqlite.close();
});

test('a recovered file in which the rows of the installation are lost starts paused as well', async () => {
  const { outcome, dataDir } = await restoreChanged(`
    delete from installation; delete from self_check; delete from execution_index_progress; delete from audit_stream`);
  expect(outcome).toMatchObject({ kind: 'restored', leftOut: new Map() });
  const db = openDatabase(join(dataDir, 'wicked.db'));
  expect((await readInstallation(db)).pausedAt).toEqual(expect.any(Number));
  expect(await findIndexedUpTo(db)).toBe('');
  await db.close();
});

test.each([
  ['nothing else', 'select 1'],
  ['what SQLite keeps of its own', 'analyze'],
  ['what Litestream keeps in a file', 'create table _litestream_seq (id integer primary key, seq integer)'],
])('a backup with %s is restored', async (_what, change) => {
  const { outcome, dataDir } = await restoreChanged(change);
  expect(outcome.kind).toBe('restored');
  expect(existsSync(join(dataDir, 'wicked.db'))).toBe(true);
});
