import { type Kysely, sql } from 'kysely';

/** The trace that a delivery belongs to, as its sender said (W3C Trace Context). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table executions add column traceparent text`.execute(db);
}
