import { type Kysely, sql } from 'kysely';

/**
 * Stores until when a sender's key counts. Since keys count for different times, the column held the creation time of a key
 * that would count for a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index webhook_keys_by_age`.execute(db);
  await sql`alter table webhook_keys rename column created_at to expires_at`.execute(db);
  await sql`update webhook_keys set expires_at = expires_at + ${24 * 60 * 60 * 1000}`.execute(db);
  await sql`create index webhook_keys_by_expiry on webhook_keys (expires_at)`.execute(db);
}
