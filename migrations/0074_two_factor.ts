import { type Kysely, sql } from 'kysely';

/** Adds the second factor of accounts: the key of an authenticator app, and recovery codes for when the app is lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table two_factor (
      user_id text primary key references users on delete cascade,
      secret text not null,
      last_step integer not null,
      created_at integer not null
    ) strict, without rowid`.execute(db);
  await sql`
    create table recovery_codes (
      code_hash text primary key,
      user_id text not null references two_factor on delete cascade
    ) strict, without rowid`.execute(db);
  await sql`create index recovery_codes_by_user on recovery_codes (user_id)`.execute(db);
}
