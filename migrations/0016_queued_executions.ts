import { type Kysely, sql } from 'kysely';

/**
 * Drops the jobs of executions that no runner has claimed: their state is enough to find them, which saves a row for every
 * delivery. The claim creates the job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The id follows, as in every index of a table without rowid: each queue is in the order of its age.
  await sql`create index executions_queued on executions (organization_id) where status = 'queued'`.execute(
    db,
  );
  // An execution that a runner holds, or died over, continues as a job.
  await sql`update executions set status = 'running', began_at = started_at where status = 'queued'
    and id in (select subject_id from jobs where kind = 'execution'
      and (lease_owner is not null or deaths > 0 or failures > 0))`.execute(db);
  await sql`delete from jobs where kind = 'execution'
    and subject_id in (select id from executions where status = 'queued')`.execute(db);
}
