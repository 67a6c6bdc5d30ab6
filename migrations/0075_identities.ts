import { type Kysely, sql } from 'kysely';

/** Adds the identities by which an OpenID provider knows the owners of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identities (
      issuer text not null,
      subject text not null,
      user_id text not null references users on delete cascade,
      email text not null,
      created_at integer not null,
      last_used_at integer not null,
      primary key (issuer, subject)
    ) strict, without rowid`.execute(db);
  await sql`create unique index identities_by_user on identities (user_id, issuer)`.execute(db);
}
