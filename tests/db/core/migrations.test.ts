import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type Migration, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { deleteTwoFactor, findTwoFactor } from '~/db/accounts/two-factor';
import { findExecutionByKey } from '~/db/executions/delivery-keys';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { claimJobs } from '~/db/executions/queue/claim';
import { listExecutionDays } from '~/db/executions/daily-counts';
import { findExecutionForRun } from '~/db/executions/queue/queued-executions';
import { findIntegrationState } from '~/db/integrations/integration-state';
import { migrate } from '~/db/core/migrate';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';
import { listIntegrationCards } from '~/db/integrations/cards';
import { listEventTargets } from '~/db/integrations/event-triggers';
import { listRestorableIntegrations, updateNotRestorable } from '~/db/integrations/restorable-integrations';
import { findTriggerCount } from '~/db/integrations/monthly-triggers';

const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });

/** A database that was used with the migrations before the one named, and then got it and all that follow. */
async function upgrade({ from, rows }: { from: string; rows: string }) {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-migrations-'));
  const db = openDatabase(join(directory, 'wicked.db'));
  onTestFinished(async () => {
    await db.close();
    rmSync(directory, { recursive: true });
  });
  // As whoever migrates does.
  db.sqlite.unsafeMode(true);
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: db.sqlite }) });
  const names = Object.keys(files).toSorted();
  const first = names.indexOf(`/migrations/${from}.ts`);
  for (const name of names.slice(0, first)) await files[name]?.up(kysely);
  db.sqlite.exec(rows);
  for (const name of names.slice(first)) await files[name]?.up(kysely);
  return db;
}

test('no migration waits for the columns of all tables to be read', async () => {
  const statements: string[] = [];
  const sqlite = new BetterSqlite3(':memory:', {
    verbose: (statement) => statements.push(String(statement)),
  });
  onTestFinished(() => void sqlite.close());
  await migrate({ sqlite });
  expect(statements.length).toBeGreaterThan(Object.keys(files).length);
  expect(statements.filter((statement) => statement.includes('pragma_table_info'))).toEqual([]);
});

test('to delete a user reads no table whole: each column that names one has an index', async () => {
  const sqlite = new BetterSqlite3(':memory:');
  onTestFinished(() => void sqlite.close());
  await migrate({ sqlite });
  const list = (statement: string) => sqlite.prepare(statement).pluck().all();
  const named = list(`
    select t.name || '.' || k."from" from sqlite_schema t, pragma_foreign_key_list(t.name) k
    where t.type = 'table' and k."table" = 'users' order by 1`);
  const indexed = list(`
    select t.name || '.' || c.name
    from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
    where t.type = 'table' and c.seqno = 0`);
  expect(named).toContain('sessions.user_id');
  expect(named.filter((column) => !indexed.includes(column))).toEqual([]);
});

test('executions that were logged before payloads had a table of their own are all there', async () => {
  const db = await upgrade({
    from: '0006_executions_apart',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, version, created_at, updated_at)
        values ('i', 'o', 'Orders', 1, 1, 1);
      insert into trigger_counts values ('i', '2026-01', 7), ('i', '2026-02', 3);
      insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
          started_at, trigger_data, hops, began_at)
        values ('e1', 'o', 'i', 1, 'running', 'webhook', 5, '{"n":1.10}', 2, 6),
          ('e2', 'o', 'i', 1, 'queued', 'manual', 7, null, 0, null);
      insert into steps (execution_id, step, kind, call_id, name, status, saved, detail)
        values ('e1', 0, 'call', 'c', 'Call', 'success', 'sealed', '{}');
      insert into attempts (execution_id, step, attempt, request, response, status_code, started_at, duration_ms, ruling)
        values ('e1', 0, 1, '{"a":1}', '{"b":2}', 200, 6, 4, '{}')`,
  });
  expect(await findExecutionForRun(db, 'e1')).toEqual({
    id: 'e1',
    is_test: 0,
    organization_id: 'o',
    integration_id: 'i',
    integration_version: 1,
    status: 'running',
    trigger_type: 'webhook',
    trigger_data: '{"n":1.10}',
    request: null,
    began_at: 6,
    hops: 2,
    replay_of: null,
    started_at: 5,
    traceparent: null,
  });
  expect(await findExecutionForRun(db, 'e2')).toMatchObject({ status: 'queued', trigger_data: null });
  expect(await listSteps(db, ['e1'])).toMatchObject([
    { step: 0, saved: 'sealed', detail: '{}', status: 'success' },
  ]);
  expect(await listAttempts(db, ['e1'])).toMatchObject([
    { request: '{"a":1}', response: '{"b":2}', status_code: 200, duration_ms: 4, ruling: '{}' },
  ]);
  expect(await findTriggerCount(db, 'i', Date.UTC(2026, 1, 10))).toBe(3);
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([]);
  db.sqlite.exec(`delete from executions where id = 'e1'`);
  expect([await listSteps(db, ['e1']), await listAttempts(db, ['e1'])]).toEqual([[], []]);
});

test('executions that ended before days were counted are counted', async () => {
  const dayMs = 86_400_000;
  const db = await upgrade({
    from: '0015_execution_days',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
          started_at, completed_at, payload_seq)
        values ('e1', 'o', 'i', 1, 'completed', 'webhook', 1, ${dayMs - 1}, 1),
          ('e2', 'o', 'i', 1, 'completed', 'webhook', 1, ${dayMs}, 2),
          ('e3', 'o', 'i', 1, 'error', 'webhook', 1, ${dayMs + 5}, 3),
          ('e4', 'o', 'i', 1, 'cancelled', 'webhook', 1, ${dayMs + 6}, 4),
          ('e5', 'o', 'i', 1, 'running', 'webhook', 1, null, 5),
          ('e6', 'gone', 'i', 1, 'completed', 'webhook', 1, 5, 6)`,
  });
  expect(await listExecutionDays(db, { organizationId: 'o', until: dayMs, count: 2 })).toEqual([
    { startsAt: 0, completed: 1, failed: 0, cancelled: 0, tests: 0 },
    { startsAt: dayMs, completed: 1, failed: 1, cancelled: 1, tests: 0 },
  ]);
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([]);
});

test('the audit is kept as it was, and keeps naming what is deleted', async () => {
  const db = await upgrade({
    from: '0017_deletion',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
        values ('u', 'ada@example.com', 'Ada', 'Lovelace', '', 1, 1);
      insert into audit values ('a', 'o', 'u', 'login', 's', 'd', '192.0.2.1', 5), ('b', null, null, 'x', null, null, null, 6);
      insert into emails (id, recipient, subject, body_text, body_html, status, created_at)
        values ('m', 'ada@example.com', 'Hello', '', '', 'sent', 1)`,
  });
  db.sqlite.exec(`delete from users; delete from organizations`);
  expect(db.sqlite.prepare('select * from audit order by id').raw().all()).toEqual([
    ['a', 'o', 'u', 'login', 's', 'd', '192.0.2.1', 5],
    ['b', null, null, 'x', null, null, null, 6],
  ]);
  expect(db.sqlite.prepare('select recipient, organization_id from emails').raw().all()).toEqual([
    ['ada@example.com', null],
  ]);
});

test('states are allowed in other words only where the schema has the words it had', async () => {
  const changed = `
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'check (status in (', 'check (status  in (') where name = 'steps';
    pragma writable_schema = reset`;
  await expect(upgrade({ from: '0020_states', rows: changed })).rejects.toThrow(
    'The table steps lacks "check (status in (',
  );
});

test('integrations from before webhook secrets had a day of grace have none that is valid', async () => {
  const db = await upgrade({
    from: '0026_former_secrets',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, version, created_at, updated_at)
        values ('i', 'o', 'Orders', 1, 1, 1)`,
  });
  expect(await findIntegrationState(db, 'i')).toMatchObject({ organizationId: 'o', formerSecretUntil: null });
});

test('what waits when queues become fair is claimed as before, and a deleted organization stays deleted', async () => {
  const db = await upgrade({
    from: '0023_fair_queues',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1), ('gone', 'gone', 1, 1);
      insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
          started_at, payload_seq)
        values ('e1', 'o', 'i', 1, 'queued', 'webhook', 1, 1), ('e2', 'o', 'i', 1, 'running', 'webhook', 1, 2),
          ('e3', 'gone', 'j', 1, 'queued', 'webhook', 1, 3);
      insert into payloads (seq, trigger_data) values (1, '{}'), (2, '{}'), (3, '{}');
      insert into jobs (kind, subject_id, organization_id, run_at, created_at)
        values ('execution', 'e2', 'o', 5, 1), ('email', 'm', null, 5, 1), ('purge-organization', 'gone', null, 5, 7)`,
  });
  const { jobs } = await claimJobs(db, { owner: 'a', limit: 10, now: 10, leaseMs: 1 });
  const claimed = jobs.map(({ kind, subjectId, integrationId }) => [kind, subjectId, integrationId]);
  expect(claimed.toSorted()).toEqual([
    ['email', 'm', null],
    ['execution', 'e1', 'i'],
    ['execution', 'e2', 'i'],
    ['purge-organization', 'gone', null],
  ]);
  expect(db.sqlite.prepare('select id, deleted_at from organizations order by id').raw().all()).toEqual([
    ['gone', 7],
    ['o', null],
  ]);
});

test('a body that a GET was never sent with is not sent from now on', async () => {
  const [get, post] = ['GET', 'POST'].map((method) => ({ id: method, method, body: '{"a":1}', order: 1.5 }));
  const definition = { apiCalls: [get, post, { ...get, body: '' }], dataMapping: { n: 1 } };
  const text = JSON.stringify(definition).replace('"n":1', '"n":12345678901234567890.10');
  const db = await upgrade({
    from: '0028_bodies_of_get',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, version, created_at, updated_at)
        values ('i', 'o', 'Orders', 2, 1, 1);
      insert into integration_versions (integration_id, version, definition, created_at)
        values ('i', 1, '${text}', 1), ('i', 2, '{"apiCalls":[]}', 1)`,
  });
  const versions = await db.all(
    db.build.selectFrom('integration_versions').select('definition').orderBy('version'),
  );
  expect(versions.map((version) => version.definition)).toEqual([
    text.replace('"GET","body":"{\\"a\\":1}"', '"GET","body":""'),
    '{"apiCalls":[]}',
  ]);
});

test('the keys of deliveries that counted for a day count until the same moment', async () => {
  const dayMs = 86_400_000;
  const db = await upgrade({
    from: '0040_webhook_key_expiry',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, version, created_at, updated_at)
        values ('i', 'o', 'Orders', 1, 1, 1);
      insert into webhook_keys (integration_id, key, execution_id, created_at) values ('i', 'k', 'e', 5)`,
  });
  expect(await findExecutionByKey(db, 'i', 'k', dayMs + 4)).toBe('e');
  expect(await findExecutionByKey(db, 'i', 'k', dayMs + 5)).toBeUndefined();
});

test('an authenticator app and its recovery codes outlive the day on which passkeys may take its place', async () => {
  const db = await upgrade({
    from: '0076_passkeys',
    rows: `
      insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
        values ('u', 'ada@example.com', 'Ada', 'Lovelace', '', 1, 1);
      insert into two_factor (user_id, secret, last_step, created_at) values ('u', 'sealed', 7, 3);
      insert into recovery_codes (code_hash, user_id) values ('a', 'u'), ('b', 'u')`,
  });
  expect(await findTwoFactor(db, 'u')).toEqual({
    secret: 'sealed',
    lastStep: 7,
    createdAt: 3,
    recoveryCodesLeft: 2,
  });
  await deleteTwoFactor(db, 'u');
  expect(await db.all(db.build.selectFrom('recovery_codes').selectAll())).toEqual([]);
});

test('steps that moved to a table with rowids keep their columns, their attempts and their execution', async () => {
  const columns = `execution_id, step, kind, call_id, name, status, error_message, detail, extractions, saved, page, loop_id,
    item`;
  const row = ['e1', 1, 'call', 'c', 'Call', 'error', 'HTTP 500', '{}', '[]', 'sealed', 2, 'l', 3];
  const db = await upgrade({
    from: '0099_steps_with_rowid',
    rows: `
      insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
          started_at, payload_seq)
        values ('e1', 'o', 'i', 1, 'running', 'webhook', 5, 1);
      insert into steps (${columns}) values (${row.map((each) => `'${each}'`).join(', ')});
      insert into attempts (execution_id, step, attempt, request, response, started_at)
        values ('e1', 1, 1, '{"a":1}', '{"b":2}', 6)`,
  });
  expect(db.sqlite.prepare(`select ${columns} from steps`).raw().all()).toEqual([row]);
  expect(await listAttempts(db, ['e1'])).toMatchObject([{ request: '{"a":1}', response: '{"b":2}' }]);
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([]);
  expect(db.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  const orphan = `insert into attempts (execution_id, step, attempt, request, started_at) values ('e1', 2, 1, '', 6)`;
  expect(() => db.sqlite.exec(orphan)).toThrow('FOREIGN KEY constraint failed');
  db.sqlite.exec(`delete from executions where id = 'e1'`);
  expect([await listSteps(db, ['e1']), await listAttempts(db, ['e1'])]).toEqual([[], []]);
});

test('steps are not moved while the foreign key of their attempts has other words', async () => {
  const changed = `
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'references steps', 'references  steps') where name = 'attempts';
    pragma writable_schema = reset`;
  await expect(upgrade({ from: '0099_steps_with_rowid', rows: changed })).rejects.toThrow(
    'The table attempts lacks "references steps on delete cascade"',
  );
});

test('memory and answers that moved to tables with rowids keep their rows, their rules and their execution', async () => {
  const tables: Record<string, Record<string, string | number>> = {
    execution_memory: { execution_id: 'e1', loop_id: 'l', content: 'sealed' },
    delivery_answers: {
      execution_id: 'e1',
      answer: 'sealed',
      shown: '{}',
      problem: 'none',
      outcome: 'gone',
      waited_ms: 5,
    },
    wait_answers: { execution_id: 'e1', call_id: 'c', answer: 'sealed', answered_at: 6 },
  };
  const inserts = Object.entries(tables).map(
    ([table, row]) =>
      `insert into ${table} (${Object.keys(row).join(', ')})
       values (${Object.values(row)
         .map((value) => `'${value}'`)
         .join(', ')})`,
  );
  const db = await upgrade({
    from: '0100_memory_and_answers_with_rowid',
    rows: `
      insert into executions (id, organization_id, integration_id, integration_version, status, trigger_type,
          started_at, payload_seq)
        values ('e1', 'o', 'i', 1, 'running', 'webhook', 5, 1);
      ${inserts.join(';')}`,
  });
  const read = (table: string) => db.sqlite.prepare(`select * from ${table}`).all();
  for (const [table, row] of Object.entries(tables)) expect(read(table)).toEqual([row]);
  expect(db.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([]);
  for (const insert of inserts) expect(() => db.sqlite.exec(insert)).toThrow('UNIQUE constraint failed');
  db.sqlite.exec(`delete from executions`);
  for (const table of Object.keys(tables)) expect(read(table)).toEqual([]);
});

test('an integration of before is known to have completed last when it began to fail, or else when its last execution ended', async () => {
  const db = await upgrade({
    from: '0105_last_completed_and_unproven_users',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, version, created_at, updated_at, last_executed_at,
          successful_executions, failing_since)
        values ('failing', 'o', 'F', 1, 1, 1, 9, 1, 7), ('never', 'o', 'N', 1, 1, 1, 9, 0, 7), ('well', 'o', 'W', 1, 1, 1, 9, 1, null)`,
  });
  const rows = db.sqlite.prepare('select id, last_completed_at from integrations order by id').raw().all();
  expect(rows).toEqual([
    ['failing', 7],
    ['never', null],
    ['well', 9],
  ]);
});

test('an integration that was deleted before is being removed, and cannot be restored', async () => {
  const db = await upgrade({
    from: '0107_superseded_versions',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, version, created_at, updated_at, deleted_at)
        values ('gone', 'o', 'G', 1, 1, 1, 5)`,
  });
  expect(await listRestorableIntegrations(db, { organizationId: 'o', limit: 1 })).toEqual([]);
  expect(await updateNotRestorable(db, { id: 'gone', organizationId: 'o' }, 'restored')).toBe(false);
});

test('an integration that waited for all others before still does', async () => {
  const db = await upgrade({
    from: '0113_event_triggers_by_tag',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into integrations (id, organization_id, name, is_active, version, created_at, updated_at, tags)
        values ('i', 'o', 'I', 1, 1, 1, 1, '["billing"]'), ('h', 'o', 'Handler', 1, 1, 1, 1, '[]');
      insert into organization_event_triggers values ('o', 'h', 'any')`,
  });
  const source = { integrationId: 'i', organizationId: 'o', ending: 'error', isTest: 0 } as const;
  expect(await listEventTargets(db, source)).toMatchObject([{ integrationId: 'h' }]);
});

function defineCalls(...urls: string[]): string {
  return JSON.stringify({ apiCalls: urls.map((url) => ({ url })) });
}

test('integrations of before are found by the hosts of their calls, and name who made the newest version if nothing came after', async () => {
  const db = await upgrade({
    from: '0110_updaters_and_hosts',
    rows: `
      insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
      insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
        values ('u', 'ada@example.com', 'Ada', 'Lovelace', '', 1, 1);
      insert into integrations (id, organization_id, name, version, deployed_version, created_at, updated_at)
        values ('i', 'o', 'Saved', 2, 1, 1, 9001), ('j', 'o', 'Renamed', 1, 1, 1, 90000), ('k', 'o', 'Empty', 1, 1, 1, 1);
      insert into integration_versions (integration_id, version, definition, created_by, created_at) values
        ('i', 1, '${defineCalls('https://a:b@API.example.com/x', 'https://api.example.com/y', '/relative')}', 'u', 1),
        ('i', 2, '${defineCalls('https://{{shop}}.example.net?a', '{{org.base}}/x')}', 'u', 9000),
        ('j', 1, '${defineCalls()}', 'u', 1), ('k', 1, '{}', null, 1);`,
  });
  const page = { organizationId: 'o', order: 'name', offset: 0, limit: 9 } as const;
  const list = async (search: string) =>
    (await listIntegrationCards(db, { ...page, search })).map(({ name, updatedBy, foundHost }) => [
      name,
      updatedBy,
      foundHost,
    ]);
  expect(await list('')).toEqual([
    ['Empty', null, null],
    ['Renamed', null, null],
    ['Saved', 'Ada Lovelace', null],
  ]);
  expect(await list('api.example')).toEqual([['Saved', 'Ada Lovelace', 'api.example.com']]);
  expect(await list('.net')).toEqual([['Saved', 'Ada Lovelace', '*.example.net']]);
});
