import { type Kysely, sql } from 'kysely';

/**
 * Fewer pages for each delivery and run: payloads leave the rows of executions, which are rewritten as a run goes on
 * and read by the page in lists; executions, steps and jobs lose a tree each; the triggers of a month are counted on
 * the integration, in a row that is written anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index executions_by_integration`.execute(db);
  await sql`drop index executions_scheduled`.execute(db);
  await sql`alter table executions rename to executions_before`.execute(db);
  await sql`alter table steps rename to steps_before`.execute(db);
  await sql`alter table attempts rename to attempts_before`.execute(db);

  // Without foreign keys: checking them would cost every delivery two look-ups, and what deletes an integration
  // removes its executions first, in small portions.
  await sql`
    create table payloads (
      seq integer primary key,
      trigger_data text
    ) strict`.execute(db);
  await sql`
    create table executions (
      id text primary key,
      organization_id text not null,
      integration_id text not null,
      integration_version integer not null,
      status text not null check (status in ('queued', 'running', 'completed', 'error', 'cancelled')),
      trigger_type text not null,
      is_test integer not null default 0,
      hops integer not null default 0,
      replay_of text,
      started_at integer not null,
      began_at integer,
      completed_at integer,
      error_message text,
      scheduled text,
      payload_seq integer not null
    ) strict, without rowid`.execute(db);
  // With the variables last: whoever reads a log need not pass them.
  await sql`
    create table steps (
      execution_id text not null references executions on delete cascade,
      step integer not null,
      kind text not null,
      call_id text not null,
      name text not null,
      status text not null check (status in ('running', 'success', 'error', 'skipped')),
      error_message text,
      detail text,
      extractions text,
      saved text,
      primary key (execution_id, step)
    ) strict, without rowid`.execute(db);
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
      ruling text,
      primary key (execution_id, step, attempt),
      foreign key (execution_id, step) references steps on delete cascade
    ) strict`.execute(db);

  await sql`insert into payloads select rowid, trigger_data from executions_before`.execute(db);
  const execution =
    sql.raw(`id, organization_id, integration_id, integration_version, status, trigger_type, is_test,
    hops, replay_of, started_at, began_at, completed_at, error_message, scheduled`);
  await sql`
    insert into executions (${execution}, payload_seq)
    select ${execution}, rowid from executions_before`.execute(db);
  const step = sql.raw(
    'execution_id, step, kind, call_id, name, status, error_message, detail, extractions, saved',
  );
  await sql`insert into steps (${step}) select ${step} from steps_before`.execute(db);
  const attempt = sql.raw(`execution_id, step, attempt, sends, request, response, status_code, error_message,
    started_at, duration_ms, ruling`);
  await sql`insert into attempts (${attempt}) select ${attempt} from attempts_before`.execute(db);
  await sql`drop table attempts_before`.execute(db);
  await sql`drop table steps_before`.execute(db);
  await sql`drop table executions_before`.execute(db);

  // Not of queued ones: each would touch a page of its own integration's before a sender is answered. What is queued
  // is found by its job until then.
  await sql`create index executions_by_integration on executions (integration_id, id)
    where status <> 'queued'`.execute(db);
  // Whether a schedule's former run has ended is asked whenever the schedule is due.
  await sql`create index executions_scheduled on executions (integration_id)
    where trigger_type = 'cron' and status in ('queued', 'running')`.execute(db);

  // Ids may be used again: each lease has a number of its own. Jobs are not found by subject: only cancelling would
  // ask, and finds what is worked on among the few jobs that are leased.
  await sql`drop index jobs_by_subject`.execute(db);
  await sql`drop index jobs_due`.execute(db);
  await sql`drop index jobs_leased`.execute(db);
  await sql`alter table jobs rename to jobs_before`.execute(db);
  await sql`
    create table jobs (
      id integer primary key,
      kind text not null,
      subject_id text not null,
      organization_id text references organizations on delete cascade,
      run_at integer not null,
      lease_owner text,
      lease_number integer,
      leased_until integer,
      deaths integer not null default 0,
      failures integer not null default 0,
      created_at integer not null
    ) strict`.execute(db);
  await sql`insert into jobs select * from jobs_before`.execute(db);
  await sql`drop table jobs_before`.execute(db);
  // What may be claimed, by whom it belongs to, and what is held. A job is in exactly one of them.
  await sql`create index jobs_due on jobs (organization_id, run_at, id) where lease_owner is null`.execute(
    db,
  );
  await sql`create index jobs_leased on jobs (leased_until) where lease_owner is not null`.execute(db);

  await sql`alter table integrations add column triggers_month text`.execute(db);
  await sql`alter table integrations add column triggers_used integer not null default 0`.execute(db);
  await sql`
    update integrations set (triggers_month, triggers_used) =
      (select month, count from trigger_counts where integration_id = integrations.id order by month desc limit 1)
    where id in (select integration_id from trigger_counts)`.execute(db);
  await sql`drop table trigger_counts`.execute(db);
}
