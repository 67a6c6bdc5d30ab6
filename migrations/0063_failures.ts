import { type Kysely, sql } from 'kysely';

/**
 * Counts failures of an integration by call and by kind, with their incidents. Present failures continue as failures of no
 * call, which end as soon as an execution completes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table failures (
      integration_id text not null references integrations on delete cascade,
      call_id text not null,
      kind text not null,
      call_name text not null,
      count integer not null,
      in_row integer not null,
      since integer not null,
      last_at integer not null,
      execution_id text not null,
      reason text,
      recovered_at integer,
      primary key (integration_id, call_id, kind)
    ) strict, without rowid`.execute(db);
  await sql`
    insert into failures (integration_id, call_id, kind, call_name, count, in_row, since, last_at, execution_id)
    select id, '', 'other', '', failed_executions, failures_in_row, failing_since,
      coalesce(last_failed_at, failing_since), ''
    from integrations where failing_since is not null and failures_in_row > 0`.execute(db);
  await sql`alter table executions add column failure text`.execute(db);
  await sql`alter table incidents add column call_id text not null default ''`.execute(db);
  await sql`alter table incidents add column call_name text not null default ''`.execute(db);
  await sql`alter table incidents add column failure text not null default ''`.execute(db);
  await sql`update incidents set failure = 'other' where event = 'failing' and resolved_at is null`.execute(
    db,
  );
  await sql`drop index incidents_open`.execute(db);
  await sql`
    create unique index incidents_open on incidents (coalesce(integration_id, ''), event, recipient, call_id, failure)
    where resolved_at is null`.execute(db);
}
