import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type Migration, Migrator, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { copiedTables, measureUpgrade, rewrittenTables } from '~/db/core/migration-space';
import { migrate } from '~/db/core/migrate';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';

const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });
const sources = import.meta.glob<string>('/migrations/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/**
 * The tables that migrations read into others without much space: they have few rows beside those of executions, or become few
 * rows, as the executions of a day do. A migration that is new stands here or among `copiedTables`.
 */
const smallTables: Record<string, string[]> = {
  '0006_executions_apart': ['jobs'],
  '0015_execution_days': ['executions', 'organizations'],
  '0017_deletion': ['audit'],
  '0049_stop_incidents': ['stop_notices'],
  '0063_failures': ['integrations'],
  '0071_loops': ['pace_turns'],
  '0076_passkeys': ['two_factor', 'recovery_codes'],
  '0086_email_restoration': ['tokens'],
  // Only their numbers.
  '0107_superseded_versions': ['integration_versions', 'integrations'],
};

/**
 * The tables whose rows migrations write anew without much space: they have few rows, or few of them change. A migration that is
 * new stands here or among `rewrittenTables`.
 */
const littleRewritten: Record<string, string[]> = {
  '0006_executions_apart': ['integrations'],
  // Those that a runner holds.
  '0016_queued_executions': ['executions'],
  '0020_states': ['sqlite_schema'],
  '0023_fair_queues': ['organizations'],
  '0025_first_verification': ['users'],
  '0038_failures': ['integrations'],
  '0040_webhook_key_expiry': ['webhook_keys'],
  '0057_deployed_version': ['integrations'],
  '0063_failures': ['incidents'],
  '0095_late_executions_by_integration': ['unindexed_executions'],
  '0099_steps_with_rowid': ['sqlite_schema'],
  '0105_last_completed_and_unproven_users': ['integrations'],
  '0110_updaters_and_hosts': ['integrations'],
};

/**
 * The tables whose rows the source of a migration changes. An empty database would not show them: a migration may go from row
 * to row. Triggers do so later.
 */
function listRewritten(source: string): string[] {
  const statements = source.replaceAll(/\bcreate (?:temp )?trigger\b[^`]*/gi, '');
  const changes =
    /\bupdate\s+(?:or\s+\w+\s+)?"?(?!set\b|of\b)(\w+)"?\s+(?:as\s+\w+\s+)?set\b|\breplace\s+into\s+"?(\w+)|\b(?:updateTable|replaceInto)\(\s*['"`](\w+)/gi;
  return [...new Set([...statements.matchAll(changes)].flatMap(([, ...names]) => names.filter(Boolean)))];
}

/** The tables of both lists, by migration, in order. */
function joinLists(one: Record<string, string[]>, other: Record<string, string[]>): [string, string[]][] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .toSorted()
    .map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])].toSorted()]);
}

/** The tables of before that the statements of a migration read into others, by the names that they had before it. */
function listCopied(tables: string[], statements: string[]): string[] {
  const formerNames = new Map(tables.map((name) => [name, name]));
  const copied = new Set<string>();
  for (const statement of statements) {
    const [, from = '', to = ''] = /^\s*alter table "?(\w+)"? rename to "?(\w+)/i.exec(statement) ?? [];
    const former = formerNames.get(from);
    if (former !== undefined) formerNames.set(to, former);
    const isCopy =
      /^\s*(?:insert|replace)\b[^]*\bselect\b/i.test(statement) ||
      /^\s*create table .* as\b/i.test(statement);
    if (!isCopy) continue;
    for (const [, source = ''] of statement.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)) {
      const name = formerNames.get(source);
      if (name !== undefined) copied.add(name);
    }
  }
  return [...copied];
}

test('a table that a migration copies is measured before an upgrade, or known as small', async () => {
  const statements: string[] = [];
  const sqlite = new BetterSqlite3(':memory:', {
    verbose: (statement) => statements.push(String(statement)),
  });
  // As whoever migrates does.
  sqlite.unsafeMode(true);
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const copied: [string, string[]][] = [];
  for (const path of Object.keys(files).toSorted()) {
    const tables = sqlite.prepare(`select name from sqlite_schema where type = 'table'`).pluck().all();
    statements.length = 0;
    await files[path]?.up(kysely);
    const found = listCopied(tables as string[], statements);
    if (found.length > 0) copied.push([path.replace(/^.*\/|\.ts$/g, ''), found.toSorted()]);
  }
  sqlite.close();
  expect(copied).toEqual(joinLists(copiedTables, smallTables));
});

test('a table whose rows a migration writes anew stands in the list of those that may be large, or is known as small', () => {
  const rewritten = Object.entries(sources)
    .map(([path, source]): [string, string[]] => [path.replace(/^.*\/|\.ts$/g, ''), listRewritten(source)])
    .filter(([, tables]) => tables.length > 0)
    .map(([name, tables]): [string, string[]] => [name, tables.toSorted()]);
  expect(rewritten.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
    joinLists(rewrittenTables, littleRewritten),
  );
});

test.each([
  ['await sql`update steps set a = 1`', ['steps']],
  ['await sql`\n    update or ignore "steps" as old\n set a = 1`', ['steps']],
  ["await db.updateTable('steps').set({ a: 1 })", ['steps']],
  ['sql`replace into steps (id) values (1)`', ['steps']],
  ['sql`insert or replace into steps (id) values (1)`', ['steps']],
  ['sql`create trigger t after update of a on steps begin update steps set a = 1; end`', []],
  ['sql`insert into steps (id) values (1) on conflict do update set id = 2`', []],
])('%s', (source, tables) => {
  expect(listRewritten(source)).toEqual(tables);
});

test('a table whose rows a migration writes anew is measured before an upgrade', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-space-'));
  const file = join(directory, 'wicked.db');
  const db = openDatabase(file);
  onTestFinished(async () => {
    await db.close();
    rmSync(directory, { recursive: true });
  });
  db.sqlite.unsafeMode(true);
  const earlier = Object.entries(files)
    .map(([path, migration]): [string, Migration] => [path.replace(/^.*\/|\.ts$/g, ''), migration])
    .filter(([name]) => name < '0110');
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new SqliteDialect({ database: db.sqlite }) }),
    provider: { getMigrations: async () => Object.fromEntries(earlier) },
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  db.sqlite.exec(`
    insert into organizations (id, name, created_at, updated_at) values ('o', 'org', 1, 1);
    insert into integrations (id, organization_id, name, version, created_at, updated_at)
      values ('i', 'o', 'Orders', 80, 1, 1);
    with recursive n (version) as (select 1 union all select version + 1 from n where version < 80)
      insert into integration_versions (integration_id, version, definition, created_at, trigger_type, call_count)
        select 'i', version, json_object('apiCalls',
          json_array(json_object('url', 'https://api.example.com/', 'body', hex(randomblob(50000))))),
          1, 'manual', 1 from n`);
  db.sqlite.pragma('wal_checkpoint(truncate)');
  const { neededBytes } = measureUpgrade(db);
  await migrate(db);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(8_000_000);
  expect(neededBytes).toBeGreaterThanOrEqual(statSync(`${file}-wal`).size);
});
