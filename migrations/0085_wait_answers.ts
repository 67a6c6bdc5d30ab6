import { type Kysely, sql } from 'kysely';

/** Adds answers to waiting runs, also those that came before the wait, and the hash of the address of a wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table execution_waits add column answer_hash text`.execute(db);
  await sql`
    create index execution_waits_answer on execution_waits (answer_hash) where answer_hash is not null`.execute(
    db,
  );
  await sql`
    create table wait_answers (
      execution_id text not null references executions on delete cascade,
      call_id text not null,
      answer text not null,
      answered_at integer not null,
      primary key (execution_id, call_id)
    ) strict, without rowid`.execute(db);
}
