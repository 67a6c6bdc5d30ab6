import { type Kysely, sql } from 'kysely';

/**
 * Gives the table of steps a rowid. Without one SQLite keeps rows in the tree of the key, and reads a row with all of its
 * overflow pages whenever it compares that row's key (https://sqlite.org/withoutrowid.html#when_to_use_without_rowid). A step
 * may hold megabytes of variables. The columns that may be large are now the last ones, because SQLite reads a row from its
 * beginning to the last column that a query asks for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table new_steps (
      execution_id text not null references executions on delete cascade,
      step integer not null,
      kind text not null,
      call_id text not null,
      name text not null,
      status text not null check (status = 'running' or status = 'success' or status = 'error' or status = 'skipped'),
      page integer,
      loop_id text,
      item integer,
      error_message text,
      detail text,
      extractions text,
      saved text,
      primary key (execution_id, step)
    ) strict`.execute(db);
  const columns =
    sql.raw(`execution_id, step, kind, call_id, name, status, page, loop_id, item, error_message, detail,
    extractions, saved`);
  await sql`
    insert into new_steps (${columns}) select ${columns} from steps order by execution_id, step`.execute(db);
  await referToNewSteps(db);
  await sql`drop table steps`.execute(db);
  // SQLite also renames the table in the foreign key of `attempts`.
  await sql`alter table new_steps rename to steps`.execute(db);
}

/**
 * Changes the foreign key of `attempts` to the new table. Otherwise dropping the former one would delete all attempts. Changes
 * only the text of the schema, as migration 0020 does, because a copy of all attempts would copy every request and response.
 */
async function referToNewSteps(db: Kysely<unknown>): Promise<void> {
  const before = 'references steps on delete cascade';
  await sql`pragma writable_schema = on`.execute(db);
  const { numAffectedRows } = await sql`
    update sqlite_schema set sql = replace(sql, ${before}, 'references new_steps on delete cascade')
    where type = 'table' and name = 'attempts' and instr(sql, ${before}) > 0`.execute(db);
  if (numAffectedRows !== 1n) {
    throw new Error(`The table attempts lacks "${before}": its schema was changed by something else.`);
  }
  // Makes other processes read the schema again.
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql.raw(`pragma schema_version = ${(rows[0]?.schema_version ?? 0) + 1}`).execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}
