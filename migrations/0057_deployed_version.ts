import { type Kysely, sql } from 'kysely';

/** What runs may be older than what is edited. Of what exists, each save is live at once, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column deployed_version integer not null default 1`.execute(db);
  await sql`alter table integrations add column auto_deploy integer not null default 1`.execute(db);
  await sql`update integrations set deployed_version = version`.execute(db);
}
