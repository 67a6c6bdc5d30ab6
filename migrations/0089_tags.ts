import { type Kysely, sql } from 'kysely';

/** Adds the tags that group integrations on the dashboard: a JSON list of texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column tags text not null default '[]'`.execute(db);
}
