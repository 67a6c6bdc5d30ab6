import { type Kysely, sql } from 'kysely';

/** Adds the state of the server's database file: one row, which the server also writes to test that it can write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table self_check (
      one integer primary key check (one = 1),
      written_at integer not null,
      checked_at integer,
      damage text,
      schema_objects text
    ) strict`.execute(db);
  await sql`insert into self_check (one, written_at) values (1, 0)`.execute(db);
}
