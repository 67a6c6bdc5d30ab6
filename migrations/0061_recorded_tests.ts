import { type Kysely, sql } from 'kysely';

/**
 * Adds executions that are kept as tests, with everything that a run of them needs, so that they outlive the execution.
 * Recordings are large and never change, so they are stored apart from results, which do. Also stores whether an integration is
 * deployed only when all of its tests pass.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recorded_tests (
      id text not null primary key,
      integration_id text not null references integrations (id) on delete cascade,
      name text not null,
      execution_id text not null,
      requests integer not null,
      ignored text not null,
      conditions text not null,
      created_at integer not null,
      updated_at integer not null,
      last_outcome text,
      last_version integer,
      last_run_at integer
    ) strict, without rowid`.execute(db);
  await sql`create index recorded_tests_by_integration on recorded_tests (integration_id)`.execute(db);
  await sql`
    create table test_recordings (
      test_id text not null primary key references recorded_tests (id) on delete cascade,
      recording text not null
    ) strict`.execute(db);
  await sql`alter table integrations add column require_tests integer not null default 0`.execute(db);
}
