import { type Kysely, sql } from 'kysely';

/** Adds the index by which executions are filtered and searched; it is written a moment after they end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A row for each ended execution, its rowid the payload's `seq`: newest first is the order of rowids. Contentless: the texts
  // are already in the log, and only the words are needed. unicode61, not trigrams: those would make the index several times as
  // large as the logs. People find ids, addresses and errors by whole words and phrases.
  await sql`
    create virtual table execution_index using fts5 (
      keys, words, execution_id unindexed,
      content = '', contentless_delete = 1, contentless_unindexed = 1,
      tokenize = 'unicode61 remove_diacritics 2'
    )`.execute(db);
  // The indexer has seen all executions up to this id. Those that had not ended by then wait in the table below.
  await sql`
    create table execution_index_progress (
      one integer primary key check (one = 1),
      last_id text not null
    ) strict`.execute(db);
  await sql`insert into execution_index_progress values (1, '')`.execute(db);
  await sql`
    create table unindexed_executions (execution_id text primary key) strict, without rowid`.execute(db);
}
