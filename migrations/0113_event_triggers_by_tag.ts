import { type Kysely, sql } from 'kysely';

/** Keeps the tag that those have which start an integration; null for any other integration of the organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organization_event_triggers add column tag text collate nocase`.execute(db);
}
