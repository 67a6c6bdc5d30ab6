import { type Kysely, sql } from 'kysely';

/** Adds the trace of a delivery, as its sender gave it (W3C Trace Context), and how far the audit was streamed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table executions add column traceparent text`.execute(db);
  await sql`
    create table audit_stream (
      one integer primary key check (one = 1),
      last_id text not null,
      claimed_until integer not null
    ) strict`.execute(db);
  await sql`insert into audit_stream values (1, '', 0)`.execute(db);
}
