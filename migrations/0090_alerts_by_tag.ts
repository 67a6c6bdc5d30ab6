import { type Kysely, sql } from 'kysely';

/** A channel may watch the integrations of one tag; null: it watches all integrations, or one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_channels add column tag text`.execute(db);
}
