import { type Kysely, sql } from 'kysely';

/** What concerns all organizations at once: one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation (
      one integer primary key check (one = 1),
      created_at integer not null,
      key_check text,
      paused_at integer,
      restored_from text,
      backup_started_at integer,
      backed_up_at integer,
      backup_error text
    ) strict`.execute(db);
  await sql`insert into installation (one, created_at) values (1, unixepoch() * 1000)`.execute(db);
}
