import { type Kysely, sql } from 'kysely';

/**
 * Keeps the last call that an API refused to authenticate, in the row that each call of the connection updates anyway: null
 * before any call told, empty once the API accepted a later one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connection_days add column refusal text`.execute(db);
}
