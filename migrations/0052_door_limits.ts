import { type Kysely, sql } from 'kysely';

/** Limits the deliveries a second of an integration below the installation's limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column deliveries_a_second integer`.execute(db);
}
