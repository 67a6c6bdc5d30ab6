import { type Kysely, sql } from 'kysely';

/**
 * Stores when an account was first verified, so that a new address does not change the order of accounts by age. For accounts
 * that have already changed their address, the audit has the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column first_verified_at integer`.execute(db);
  await sql`
    update users set first_verified_at = min(email_verified_at, coalesce(
      (select min(created_at) from audit where user_id = users.id and kind = 'email-verified'), email_verified_at))
    where email_verified_at is not null`.execute(db);
  // A process of the previous version leaves the new column empty.
  await sql`create index users_by_first_verification on users (coalesce(first_verified_at, email_verified_at), id)
    where email_verified_at is not null`.execute(db);
}
