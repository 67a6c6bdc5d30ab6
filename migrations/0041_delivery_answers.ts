import { type Kysely, sql } from 'kysely';

/**
 * Adds the response to the sender of an execution's delivery, if its trigger defines one: the door or the run fills it in. Also
 * the outcome for the sender.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_answers (
      execution_id text primary key references executions on delete cascade,
      answer text,
      shown text,
      problem text,
      outcome text check (outcome in ('answered', 'failed', 'timed-out', 'too-many', 'gone')),
      waited_ms integer
    ) strict, without rowid`.execute(db);
}
