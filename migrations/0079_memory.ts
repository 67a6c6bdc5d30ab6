import { type Kysely, sql } from 'kysely';

/**
 * Adds the memory of integrations from one run to the next: values, the keys of entries that a for each is done with, and what
 * an execution read of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remembered_values (
      integration_id text not null references integrations on delete cascade,
      name text not null,
      value text not null,
      length integer not null,
      is_secret integer not null check (is_secret in (0, 1)),
      execution_id text,
      updated_at integer not null,
      primary key (integration_id, name)
    ) strict`.execute(db);
  await sql`
    create table seen_entries (
      integration_id text not null references integrations on delete cascade,
      loop_id text not null,
      digest text not null,
      seen_at integer not null,
      primary key (integration_id, loop_id, digest)
    ) strict, without rowid`.execute(db);
  await sql`create index seen_entries_by_time on seen_entries (integration_id, loop_id, seen_at)`.execute(db);
  await sql`
    create table execution_memory (
      execution_id text not null references executions on delete cascade,
      loop_id text not null,
      content text not null,
      primary key (execution_id, loop_id)
    ) strict, without rowid`.execute(db);
}
