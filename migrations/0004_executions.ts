import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Without foreign keys: checking them would cost every delivery two look-ups, and what deletes an integration
  // removes its executions first, in small portions.
  await sql`
    create table executions (
      id text primary key,
      organization_id text not null,
      integration_id text not null,
      integration_version integer not null,
      status text not null check (status in ('queued', 'running', 'completed', 'error', 'cancelled')),
      trigger_type text not null,
      is_test integer not null default 0,
      replay_of text,
      started_at integer not null,
      completed_at integer,
      error_message text,
      trigger_data text
    ) strict`.execute(db);
  // Not of queued ones: each would touch a page of its own integration's before a sender is answered. What is queued
  // is found by its job until then.
  await sql`
    create index executions_by_integration on executions (integration_id, id)
    where status <> 'queued'`.execute(db);
  // A step is one thing a run did: today a call, with its place for the checks and waits between calls.
  await sql`
    create table steps (
      execution_id text not null references executions on delete cascade,
      step integer not null,
      kind text not null,
      call_id text not null,
      name text not null,
      status text not null check (status in ('running', 'success', 'error', 'skipped')),
      error_message text,
      extractions text,
      saved text,
      primary key (execution_id, step)
    ) strict`.execute(db);
  await sql`
    create table attempts (
      execution_id text not null,
      step integer not null,
      attempt integer not null,
      sends integer not null default 1,
      request text not null,
      response text,
      status_code integer,
      error_message text,
      started_at integer not null,
      duration_ms integer,
      primary key (execution_id, step, attempt),
      foreign key (execution_id, step) references steps on delete cascade
    ) strict`.execute(db);
  // A sender's own key for a delivery: the same key within a day is the same execution.
  await sql`
    create table webhook_keys (
      integration_id text not null references integrations on delete cascade,
      key text not null,
      execution_id text not null,
      created_at integer not null,
      primary key (integration_id, key)
    ) strict, without rowid`.execute(db);
  await sql`create index webhook_keys_by_age on webhook_keys (created_at)`.execute(db);
}
