import { type Kysely, sql } from 'kysely';

/** Counts the calls of executions with each connection on the newest day, and how many its target answered with 429. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connection_days (
      connection_id text primary key references connections on delete cascade,
      day integer not null,
      calls integer not null,
      refused integer not null
    ) strict, without rowid`.execute(db);
}
