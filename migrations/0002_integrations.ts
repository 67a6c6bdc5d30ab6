import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integrations (
      id text primary key,
      organization_id text not null references organizations on delete cascade,
      name text not null,
      description text,
      is_active integer not null default 0,
      version integer not null,
      created_at integer not null,
      updated_at integer not null,
      last_executed_at integer,
      last_test_at integer,
      total_executions integer not null default 0,
      successful_executions integer not null default 0,
      failed_executions integer not null default 0,
      deleted_at integer
    ) strict`.execute(db);
  await sql`
    create index integrations_by_organization on integrations (organization_id, id)
    where deleted_at is null`.execute(db);
  // What a run executes is one of these rows, never the draft somebody is typing meanwhile.
  await sql`
    create table integration_versions (
      integration_id text not null references integrations on delete cascade,
      version integer not null,
      definition text not null,
      created_by text references users on delete set null,
      created_at integer not null,
      primary key (integration_id, version)
    ) strict`.execute(db);
  await sql`
    create table trigger_counts (
      integration_id text not null references integrations on delete cascade,
      month text not null,
      count integer not null,
      primary key (integration_id, month)
    ) strict, without rowid`.execute(db);
}
