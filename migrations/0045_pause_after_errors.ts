import { type Kysely, sql } from 'kysely';

/** Pauses an integration after so many errors in a row. Resuming counts anew, from `pause_counts_from`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column pause_after_errors integer`.execute(db);
  await sql`alter table integrations add column paused_at integer`.execute(db);
  await sql`alter table integrations add column pause_counts_from integer not null default 0`.execute(db);
  await sql`create index paused_integrations on integrations (organization_id) where paused_at is not null`.execute(
    db,
  );
}
