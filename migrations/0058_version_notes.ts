import { type Kysely, sql } from 'kysely';

/** Adds a person's note on a version; null without one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integration_versions add column note text`.execute(db);
}
