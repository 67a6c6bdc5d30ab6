import { type Kysely, sql } from 'kysely';

/** Keeps the Idempotency-Key with which a replay sends the call that had failed without a response, until it is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_keys (
      execution_id text primary key references executions on delete cascade,
      step integer not null,
      key text not null
    ) strict, without rowid`.execute(db);
}
