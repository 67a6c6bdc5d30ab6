import { type Kysely, sql } from 'kysely';

/** What executions are filtered and searched by, written a moment after they end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A row for each ended execution, its rowid the payload's `seq`: newest first is the order of rowids. Contentless: the
  // texts stand in the log already, and only the words are wanted. unicode61, not trigrams: those make the index
  // several times as large as the logs, and whole words and phrases are what ids, addresses and errors are found by.
  await sql`
    create virtual table execution_index using fts5 (
      keys, words, execution_id unindexed,
      content = '', contentless_delete = 1, contentless_unindexed = 1,
      tokenize = 'unicode61 remove_diacritics 2'
    )`.execute(db);
  // Everything up to this id has been looked at. What had not ended by then waits in the table below.
  await sql`
    create table execution_index_progress (
      one integer primary key check (one = 1),
      last_id text not null
    ) strict`.execute(db);
  await sql`insert into execution_index_progress values (1, '')`.execute(db);
  await sql`
    create table unindexed_executions (execution_id text primary key) strict, without rowid`.execute(db);
}
