import { type Kysely, sql } from 'kysely';

/** Adds the authorizations of connections by persons at a provider, and the token that renews the obtained one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connection_tokens add column refresh text`.execute(db);
  await sql`
    create table oauth_states (
      hash text primary key,
      connection_id text not null references connections on delete cascade,
      connection_version integer not null,
      user_id text not null references users on delete cascade,
      session text,
      verifier text not null,
      expires_at integer not null,
      used_at integer
    ) strict, without rowid`.execute(db);
  await sql`create index oauth_states_by_connection on oauth_states (connection_id)`.execute(db);
  await sql`create index oauth_states_by_user on oauth_states (user_id)`.execute(db);
  await sql`create index oauth_states_by_expiry on oauth_states (expires_at)`.execute(db);
}
