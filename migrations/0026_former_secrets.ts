import { type Kysely, sql } from 'kysely';

/**
 * The webhook secret that was valid before the present one, sealed, and until when it still is. And lists of integrations go
 * by their age: their ids tell nothing of it any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column former_secret text`.execute(db);
  await sql`alter table integrations add column former_secret_until integer`.execute(db);
  await sql`drop index integrations_by_organization`.execute(db);
  await sql`
    create index integrations_by_organization on integrations (organization_id, created_at, id)
    where deleted_at is null`.execute(db);
}
