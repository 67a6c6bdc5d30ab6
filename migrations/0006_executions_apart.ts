import { type Kysely, sql } from 'kysely';

/**
 * Payloads leave the rows of executions, which are rewritten as a run goes on and read by the page in lists; steps lose
 * their second tree; the triggers of a month are counted on the integration, in the row that is written anyway.
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
    create table executions (
      seq integer primary key,
      id text not null unique,
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
      scheduled text
    ) strict`.execute(db);
  await sql`
    create table payloads (
      execution_seq integer primary key references executions on delete cascade,
      trigger_data text not null
    ) strict`.execute(db);
  // With the variables last: whoever reads a log need not pass them.
  await sql`
    create table steps (
      execution_id text not null references executions (id) on delete cascade,
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

  const execution =
    sql.raw(`id, organization_id, integration_id, integration_version, status, trigger_type, is_test,
    hops, replay_of, started_at, began_at, completed_at, error_message, scheduled`);
  await sql`insert into executions (${execution}) select ${execution} from executions_before order by id`.execute(
    db,
  );
  await sql`
    insert into payloads (execution_seq, trigger_data)
    select executions.seq, executions_before.trigger_data
    from executions inner join executions_before on executions_before.id = executions.id
    where executions_before.trigger_data is not null`.execute(db);
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

  // Only cancelling asked by it, and finds what is worked on among the few jobs that are leased.
  await sql`drop index jobs_by_subject`.execute(db);

  await sql`alter table integrations add column triggers_month text`.execute(db);
  await sql`alter table integrations add column triggers_used integer not null default 0`.execute(db);
  await sql`
    update integrations set (triggers_month, triggers_used) =
      (select month, count from trigger_counts where integration_id = integrations.id order by month desc limit 1)
    where id in (select integration_id from trigger_counts)`.execute(db);
  await sql`drop table trigger_counts`.execute(db);
}
