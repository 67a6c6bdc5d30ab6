import { type Kysely, sql } from 'kysely';

/**
 * Since senders' keys count for different times, the column held when a key would have been made that counts for a day. Now it holds
 * what is asked for: until when it counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index webhook_keys_by_age`.execute(db);
  await sql`alter table webhook_keys rename column created_at to expires_at`.execute(db);
  await sql`update webhook_keys set expires_at = expires_at + ${24 * 60 * 60 * 1000}`.execute(db);
  await sql`create index webhook_keys_by_expiry on webhook_keys (expires_at)`.execute(db);
}
