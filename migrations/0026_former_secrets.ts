import { type Kysely, sql } from 'kysely';

/**
 * Stores the webhook secret that was valid before the present one, sealed, and until when it is still valid. Also orders lists
 * of integrations by age, since their ids no longer tell it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column former_secret text`.execute(db);
  await sql`alter table integrations add column former_secret_until integer`.execute(db);
  await sql`drop index integrations_by_organization`.execute(db);
  await sql`
    create index integrations_by_organization on integrations (organization_id, created_at, id)
    where deleted_at is null`.execute(db);
}
