import { type Kysely, sql } from 'kysely';

/**
 * Adds passkeys of accounts, and the challenges that were answered by one. Also allows a second factor without an authenticator
 * app, by passkeys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id text primary key,
      user_id text not null references users on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      sign_counter integer not null,
      transports text not null,
      name text not null,
      is_backup_eligible integer not null,
      is_backed_up integer not null,
      created_at integer not null,
      last_used_at integer
    ) strict, without rowid`.execute(db);
  await sql`create index passkeys_by_user on passkeys (user_id, id)`.execute(db);
  await sql`
    create table used_challenges (
      challenge_hash text primary key,
      expires_at integer not null
    ) strict, without rowid`.execute(db);
  await sql`create index used_challenges_by_end on used_challenges (expires_at)`.execute(db);
  await letAppsBeMissing(db);
}

/** Recreates recovery codes, too: they refer to the recreated table, and would be deleted with the former one. */
async function letAppsBeMissing(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table new_two_factor (
      user_id text primary key references users on delete cascade,
      secret text,
      last_step integer not null,
      created_at integer not null
    ) strict, without rowid`.execute(db);
  await sql`
    insert into new_two_factor (user_id, secret, last_step, created_at)
    select user_id, secret, last_step, created_at from two_factor`.execute(db);
  await sql`
    create table new_recovery_codes (
      code_hash text primary key,
      user_id text not null references new_two_factor on delete cascade
    ) strict, without rowid`.execute(db);
  await sql`
    insert into new_recovery_codes (code_hash, user_id) select code_hash, user_id from recovery_codes`.execute(
    db,
  );
  await sql`drop table recovery_codes`.execute(db);
  await sql`drop table two_factor`.execute(db);
  await sql`alter table new_two_factor rename to two_factor`.execute(db);
  await sql`alter table new_recovery_codes rename to recovery_codes`.execute(db);
  await sql`create index recovery_codes_by_user on recovery_codes (user_id)`.execute(db);
}
