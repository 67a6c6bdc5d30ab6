import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table early_access (
      email text primary key,
      created_at integer not null
    ) strict, without rowid`.execute(db);
}
