import { type Kysely, sql } from 'kysely';

/** Keeps for each integration whose form was ever public its address, whether it is open, and what the page says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table public_forms (
      integration_id text primary key references integrations on delete cascade,
      token text not null unique,
      is_on integer not null,
      title text not null,
      description text not null,
      thanks text not null
    ) strict, without rowid`.execute(db);
}
