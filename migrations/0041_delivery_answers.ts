import { type Kysely, sql } from 'kysely';

/**
 * What the sender of an execution's delivery is answered, where its trigger says so: filled in by the door or by the run, and
 * what became of the sender.
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
