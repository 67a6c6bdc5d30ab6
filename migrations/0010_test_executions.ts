import { type Kysely, sql } from 'kysely';

/** The tests of an integration are listed apart from what its trigger began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Only of tests: what a trigger begins does not pay for it.
  await sql`create index executions_tests on executions (integration_id, id) where is_test = 1`.execute(db);
}
