import { type Kysely, sql } from 'kysely';

/**
 * Stores which item of which loop a step belongs to, and a note on an execution that completed. Also allows turns of several
 * items of an execution that wait at the same time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table steps add column loop_id text`.execute(db);
  await sql`alter table steps add column item integer`.execute(db);
  await sql`alter table executions add column note text`.execute(db);
  await sql`alter table pace_turns rename to former_pace_turns`.execute(db);
  await sql`
    create table pace_turns (
      execution_id text not null references executions on delete cascade,
      step integer not null,
      connection_id text not null,
      attempt integer not null,
      since integer not null,
      at real not null,
      primary key (execution_id, step)
    ) strict, without rowid`.execute(db);
  await sql`
    insert into pace_turns (execution_id, step, connection_id, attempt, since, at)
    select execution_id, step, connection_id, attempt, since, at from former_pace_turns`.execute(db);
  await sql`drop table former_pace_turns`.execute(db);
}
