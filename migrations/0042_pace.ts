import { type Kysely, sql } from 'kysely';

/** How many calls a connection may be used for in a time, and whose turn is when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connections add column pace text`.execute(db);
  await sql`
    create table pace_slots (
      connection_id text primary key references connections on delete cascade,
      sent_until real not null,
      promised_until real not null
    ) strict, without rowid`.execute(db);
  await sql`
    create table pace_turns (
      execution_id text primary key references executions on delete cascade,
      connection_id text not null,
      step integer not null,
      attempt integer not null,
      since integer not null,
      at real not null
    ) strict, without rowid`.execute(db);
}
