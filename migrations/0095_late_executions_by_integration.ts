import { type Kysely, sql } from 'kysely';

/**
 * Lists look for executions that had not ended when the index came to them by integration, so that those of one organization hide
 * none of another. A server of an earlier release still writes an empty `of_integration_id` until it is stopped. Its
 * queries name `integration_id` without a table, so this column has another name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table unindexed_executions add column of_integration_id text not null default ''`.execute(
    db,
  );
  await sql`
    update unindexed_executions set of_integration_id = executions.integration_id
      from executions where executions.id = unindexed_executions.execution_id`.execute(db);
  await sql`create index unindexed_by_integration on unindexed_executions (of_integration_id, execution_id)`.execute(
    db,
  );
}
