import { type Kysely, sql } from 'kysely';

/** Adds when a recovery code was made, in milliseconds since 1970; 0 for those of before, which count as old. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_codes add column created_at integer not null default 0`.execute(db);
}
