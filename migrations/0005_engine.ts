import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the first process took the execution up: what the limit of fifteen minutes counts from.
  await sql`alter table executions add column began_at integer`.execute(db);
  // How many executions, each started by the end or a call of the one before, led to this one.
  await sql`alter table executions add column hops integer not null default 0`.execute(db);
  // JSON: when a scheduled execution was due, when it ran, by which pattern, and when the next is due.
  await sql`alter table executions add column scheduled text`.execute(db);
  // Whether a schedule's former run has ended is asked whenever the schedule is due.
  await sql`create index executions_scheduled on executions (integration_id)
    where trigger_type = 'cron' and status in ('queued', 'running')`.execute(db);

  // JSON: what a check compared, or which rule answered to a call.
  await sql`alter table steps add column detail text`.execute(db);
  // JSON: what was decided after this attempt, and when the next one is due.
  await sql`alter table attempts add column ruling text`.execute(db);

  await sql`
    create table schedules (
      integration_id text primary key references integrations on delete cascade,
      organization_id text not null references organizations on delete cascade,
      next_at integer not null,
      created_at integer not null
    ) strict, without rowid`.execute(db);
  await sql`create index schedules_by_time on schedules (next_at)`.execute(db);

  // Which integrations run when another one ends.
  await sql`
    create table event_triggers (
      source_integration_id text not null references integrations on delete cascade,
      integration_id text not null references integrations on delete cascade,
      ending text not null check (ending in ('completed', 'error', 'any')),
      primary key (source_integration_id, integration_id)
    ) strict, without rowid`.execute(db);
  await sql`create index event_triggers_by_integration on event_triggers (integration_id)`.execute(db);

  // One organization's long queue must not be walked over to find another's work.
  await sql`drop index jobs_due`.execute(db);
  await sql`create index jobs_due on jobs (organization_id, run_at, id) where lease_owner is null`.execute(
    db,
  );
}
