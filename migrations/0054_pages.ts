import { type Kysely, sql } from 'kysely';

/** Stores which page, or try, of a repeated call a step is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table steps add column page integer`.execute(db);
}
