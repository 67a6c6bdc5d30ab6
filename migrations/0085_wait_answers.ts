import { type Kysely, sql } from 'kysely';

/** Answers to runs that wait for one, also those that came before the wait; and what its address is known by while a run waits. */
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
