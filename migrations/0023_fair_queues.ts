import { type Kysely, sql } from 'kysely';

/**
 * Puts the waiting executions of an organization into one queue, in the order of their age. An execution that may not begin now
 * moves into a queue of its integration, so that a claim reaches those behind it, and a delivery costs no more than before. The
 * product's own jobs have an index of their own. A deleted organization is marked until its rows are gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table executions add column queue text not null default ''`.execute(db);
  await sql`drop index executions_queued`.execute(db);
  await sql`create index executions_queued on executions (organization_id, queue)
    where status = 'queued'`.execute(db);

  await sql`alter table jobs add column queue text not null default ''`.execute(db);
  await sql`drop index jobs_due`.execute(db);
  await sql`create index jobs_due on jobs (organization_id, queue, run_at, id)
    where lease_owner is null and kind = 'execution'`.execute(db);
  await sql`create index jobs_due_own on jobs (kind, run_at, id)
    where lease_owner is null and kind <> 'execution'`.execute(db);

  await sql`alter table organizations add column deleted_at integer`.execute(db);
  await sql`
    update organizations set deleted_at = (
      select created_at from jobs where kind = 'purge-organization' and subject_id = organizations.id)
    where id in (select subject_id from jobs where kind = 'purge-organization')`.execute(db);
}
