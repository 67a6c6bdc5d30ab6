import { type Kysely, sql } from 'kysely';

/** Adds executions that wait before a call: they hold no runner, and neither limits nor schedules count them meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table execution_waits (
      execution_id text primary key references executions on delete cascade,
      job_id integer not null,
      call_name text not null,
      until integer not null
    ) strict, without rowid`.execute(db);
}
