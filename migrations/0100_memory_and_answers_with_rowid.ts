import { type Kysely, sql } from 'kysely';

/**
 * Gives rowids to the tables of the memory that executions read, of the answers to senders and of the answers to waits, for the
 * reason that migration 0099 gives. Each execution that is deleted or measured is looked up in them, and was compared with rows
 * of other executions that may hold a megabyte.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuild(db, {
    table: 'execution_memory',
    columns: [
      'execution_id text not null references executions on delete cascade',
      'loop_id text not null',
      'content text not null',
    ],
    key: 'execution_id, loop_id',
  });
  await rebuild(db, {
    table: 'delivery_answers',
    columns: [
      'execution_id text not null references executions on delete cascade',
      `outcome text check (outcome in ('answered', 'failed', 'timed-out', 'too-many', 'gone'))`,
      'waited_ms integer',
      'problem text',
      'answer text',
      'shown text',
    ],
    key: 'execution_id',
  });
  await rebuild(db, {
    table: 'wait_answers',
    columns: [
      'execution_id text not null references executions on delete cascade',
      'call_id text not null',
      'answered_at integer not null',
      'answer text not null',
    ],
    key: 'execution_id, call_id',
  });
}

/** Copies a table that no other table refers to, in the order of its key, into one with these columns. */
async function rebuild(
  db: Kysely<unknown>,
  { table, columns, key }: { table: string; columns: string[]; key: string },
): Promise<void> {
  const names = columns.map((column) => column.slice(0, column.indexOf(' '))).join(', ');
  for (const statement of [
    `create table new_${table} (${columns.join(', ')}, primary key (${key})) strict`,
    `insert into new_${table} (${names}) select ${names} from ${table} order by ${key}`,
    `drop table ${table}`,
    `alter table new_${table} rename to ${table}`,
  ]) {
    await sql.raw(statement).execute(db);
  }
}
