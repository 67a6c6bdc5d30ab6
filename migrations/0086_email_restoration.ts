import { type Kysely, sql } from 'kysely';

/** Adds links that give an account its former address back. SQLite cannot change a table's check, so the table is recreated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table new_tokens (
      token_hash text primary key,
      purpose text not null
        check (purpose in ('verify-email', 'reset-password', 'change-email', 'restore-email', 'invitation')),
      user_id text references users on delete cascade,
      organization_id text references organizations on delete cascade,
      email text not null,
      role text,
      created_at integer not null,
      expires_at integer not null,
      used_at integer
    ) strict, without rowid`.execute(db);
  await sql`
    insert into new_tokens
      (token_hash, purpose, user_id, organization_id, email, role, created_at, expires_at, used_at)
    select token_hash, purpose, user_id, organization_id, email, role, created_at, expires_at, used_at
    from tokens`.execute(db);
  await sql`drop table tokens`.execute(db);
  await sql`alter table new_tokens rename to tokens`.execute(db);
  await sql`create index tokens_by_user on tokens (user_id, purpose)`.execute(db);
  await sql`create index tokens_by_organization on tokens (organization_id, purpose)`.execute(db);
}
