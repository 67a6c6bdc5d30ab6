import { type Kysely, sql } from 'kysely';

/** Lets an organization demand a second factor of its members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column requires_second_factor integer not null default 0`.execute(
    db,
  );
}
