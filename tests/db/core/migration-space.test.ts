import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type Migration, Migrator, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { copiedTables, measureUpgrade } from '~/db/core/migration-space';
import { migrate } from '~/db/core/migrate';
import { openDatabase } from '~/db/core/open';
import BetterSqlite3 from '~/db/core/sqlite';

const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });

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
  const known = [...new Set([...Object.keys(copiedTables), ...Object.keys(smallTables)])].toSorted();
  expect(copied).toEqual(
    known.map((name) => [name, [...(copiedTables[name] ?? []), ...(smallTables[name] ?? [])].toSorted()]),
  );
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
