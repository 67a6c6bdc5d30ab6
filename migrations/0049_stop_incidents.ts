import { type Kysely, sql } from 'kysely';

/** Turns stopped executions that a response rule mails about into incidents; the withheld mails continue as incidents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into incidents (id, organization_id, integration_id, event, recipient, count, opened_at, last_at)
    select id, organization_id, integration_id, 'stopped', recipient, mailed + withheld, since, since
    from stop_notices where withheld > 0`.execute(db);
  await sql`delete from jobs where kind = 'stop-summary'`.execute(db);
  await sql`drop table stop_notices`.execute(db);
}
