import { type Kysely, sql } from 'kysely';

/** Lists the tests of an integration separately from the executions that its trigger began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Only for tests, so that triggered executions do not pay for it.
  await sql`create index executions_tests on executions (integration_id, id) where is_test = 1`.execute(db);
}
