import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id text primary key,
      email text not null unique,
      first_name text not null,
      last_name text not null,
      password_hash text not null,
      profile_image_url text,
      email_verified_at integer,
      created_at integer not null,
      updated_at integer not null
    ) strict`.execute(db);
  await sql`
    create table organizations (
      id text primary key,
      name text not null,
      description text,
      created_at integer not null,
      updated_at integer not null
    ) strict`.execute(db);
  await sql`
    create table memberships (
      user_id text not null references users on delete cascade,
      organization_id text not null references organizations on delete cascade,
      role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
      created_at integer not null,
      primary key (user_id, organization_id)
    ) strict, without rowid`.execute(db);
  await sql`create index memberships_by_organization on memberships (organization_id, user_id)`.execute(db);
  await sql`
    create table sessions (
      id_hash text primary key,
      user_id text not null references users on delete cascade,
      user_agent text,
      address text,
      created_at integer not null,
      last_seen_at integer not null,
      expires_at integer not null
    ) strict, without rowid`.execute(db);
  await sql`create index sessions_by_user on sessions (user_id, created_at)`.execute(db);
  await sql`create index sessions_by_expiry on sessions (expires_at)`.execute(db);
  await sql`
    create table tokens (
      token_hash text primary key,
      purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'invitation')),
      user_id text references users on delete cascade,
      organization_id text references organizations on delete cascade,
      email text not null,
      role text,
      created_at integer not null,
      expires_at integer not null,
      used_at integer
    ) strict, without rowid`.execute(db);
  await sql`create index tokens_by_user on tokens (user_id, purpose)`.execute(db);
  await sql`create index tokens_by_organization on tokens (organization_id, purpose)`.execute(db);
  await sql`
    create table emails (
      id text primary key,
      recipient text not null,
      subject text not null,
      body_text text not null,
      body_html text not null,
      status text not null check (status in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      error_message text,
      created_at integer not null,
      sent_at integer
    ) strict`.execute(db);
  await sql`
    create table audit (
      id text primary key,
      organization_id text references organizations on delete set null,
      user_id text references users on delete set null,
      kind text not null,
      subject_id text,
      detail text,
      address text,
      created_at integer not null
    ) strict`.execute(db);
  await sql`create index audit_by_organization on audit (organization_id, id)`.execute(db);
}
