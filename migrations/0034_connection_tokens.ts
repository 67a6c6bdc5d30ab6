import { type Kysely, sql } from 'kysely';

/** Adds the token that a connection obtained, and its last token requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connection_tokens (
      connection_id text primary key references connections on delete cascade,
      generation integer not null,
      connection_version integer not null,
      access text,
      obtained_at integer,
      expires_at integer,
      refreshing_until integer
    ) strict, without rowid`.execute(db);
  await sql`
    create table connection_calls (
      id text primary key,
      connection_id text not null references connections on delete cascade,
      at integer not null,
      status integer,
      error text,
      duration_ms integer not null
    ) strict, without rowid`.execute(db);
  await sql`create index connection_calls_by_connection on connection_calls (connection_id, id)`.execute(db);
}
