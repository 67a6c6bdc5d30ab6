import { type Kysely, sql } from 'kysely';

/** Adds the administrators of the installation that another administrator, or a command, appointed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrators (
      user_id text primary key references users on delete cascade,
      created_at integer not null
    ) strict, without rowid`.execute(db);
}
