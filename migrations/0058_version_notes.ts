import { type Kysely, sql } from 'kysely';

/** What a person wrote about a version; null when nobody did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integration_versions add column note text`.execute(db);
}
