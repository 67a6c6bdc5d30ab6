import { type Kysely, sql } from 'kysely';

/** Adds the pace of a connection, which limits its calls in a time, and the turns of the calls. */
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
