import { type Kysely, sql } from 'kysely';

/**
 * Stores when an integration failed last, since when it has only failed, and how often in a row. The end of an execution writes
 * this, so that the dashboard shows what is broken without reading executions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column last_failed_at integer`.execute(db);
  await sql`alter table integrations add column failing_since integer`.execute(db);
  await sql`alter table integrations add column failures_in_row integer not null default 0`.execute(db);
  // The newest execution of each integration suffices to begin with: reading all of them would delay the start.
  await sql`
    update integrations
    set last_failed_at = newest.completed_at, failing_since = newest.completed_at, failures_in_row = 1
    from executions as newest
    where newest.status = 'error' and newest.id = (
      select id from executions where integration_id = integrations.id and status <> 'queued'
      order by id desc limit 1)`.execute(db);
}
