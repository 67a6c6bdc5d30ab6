import { type Kysely, sql } from 'kysely';

/** Who was made an administrator of the installation by another one, or by a command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrators (
      user_id text primary key references users on delete cascade,
      created_at integer not null
    ) strict, without rowid`.execute(db);
}
