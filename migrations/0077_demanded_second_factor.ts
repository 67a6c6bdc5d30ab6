import { type Kysely, sql } from 'kysely';

/** An organization may ask its members for a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column requires_second_factor integer not null default 0`.execute(
    db,
  );
}
