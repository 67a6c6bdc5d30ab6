import { type Kysely, sql } from 'kysely';

/**
 * Counts how often a delivery's key came again, and finds whether a failed execution was replayed. Both indexes hold only the
 * few rows that matter, so that most deliveries cost no more than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_keys add column duplicates integer not null default 0`.execute(db);
  await sql`
    create index webhook_keys_repeated on webhook_keys (execution_id) where duplicates > 0`.execute(db);
  await sql`
    create index executions_replayed on executions (replay_of) where replay_of is not null`.execute(db);
}
