import { type Kysely, sql } from 'kysely';

/** An integration may take fewer deliveries a second than the installation lets it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column deliveries_a_second integer`.execute(db);
}
