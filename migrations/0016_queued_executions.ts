import { type Kysely, sql } from 'kysely';

/**
 * An execution that nobody has taken up is found by its state and needs no job: a row less for every delivery. Being
 * taken up gives it one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With the id behind them, as every index of a table without rowid has it: each queue is in the order of its age.
  await sql`create index executions_queued on executions (organization_id) where status = 'queued'`.execute(
    db,
  );
  // What a runner holds, or died over, goes on as a job.
  await sql`update executions set status = 'running', began_at = started_at where status = 'queued'
    and id in (select subject_id from jobs where kind = 'execution'
      and (lease_owner is not null or deaths > 0 or failures > 0))`.execute(db);
  await sql`delete from jobs where kind = 'execution'
    and subject_id in (select id from executions where status = 'queued')`.execute(db);
}
