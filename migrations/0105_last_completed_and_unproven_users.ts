import { type Kysely, sql } from 'kysely';

/**
 * Keeps when an execution of an integration last completed, for the alert on silence: the end of a cancelled or failed execution
 * is no sign of life. Until now the first failure in a row, or else the last end, stood for that time. The index finds the
 * accounts that never confirmed an address, without the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column last_completed_at integer`.execute(db);
  await sql`
    update integrations set last_completed_at = coalesce(failing_since, last_executed_at)
    where successful_executions > 0`.execute(db);
  await sql`
    create index unproven_users on users (created_at)
    where email_verified_at is null and first_verified_at is null`.execute(db);
}
