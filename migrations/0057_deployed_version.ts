import { type Kysely, sql } from 'kysely';

/** Lets the deployed version be older than the edited one. For existing integrations each save is live at once, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column deployed_version integer not null default 1`.execute(db);
  await sql`alter table integrations add column auto_deploy integer not null default 1`.execute(db);
  await sql`update integrations set deployed_version = version`.execute(db);
}
