import { type Kysely, sql } from 'kysely';

/**
 * How often a delivery's key came again, and whether a failed execution was replayed. Both indexes hold only rows that tell
 * something, so that most deliveries cost what they did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_keys add column duplicates integer not null default 0`.execute(db);
  await sql`
    create index webhook_keys_repeated on webhook_keys (execution_id) where duplicates > 0`.execute(db);
  await sql`
    create index executions_replayed on executions (replay_of) where replay_of is not null`.execute(db);
}
