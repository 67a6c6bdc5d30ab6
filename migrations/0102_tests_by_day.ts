import { type Kysely, sql } from 'kysely';

/** Of the executions that were completed or failed on a day, how many were tests, which use no trigger. Unknown for days before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table execution_days add column tests integer not null default 0`.execute(db);
}
