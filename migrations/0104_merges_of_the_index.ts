import { type Kysely, sql } from 'kysely';

/**
 * Turns off the merges of the search index that SQLite makes inside of COMMITs (https://sqlite.org/fts5.html#the_automerge_configuration_option):
 * one of them may take as long as reading a word of all executions. The server now merges in a thread, a part at a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into execution_index (execution_index, rank) values ('automerge', 0)`.execute(db);
}
