import { type Kysely, sql } from 'kysely';

/**
 * The states that are allowed, as comparisons: for a list of more than two SQLite fills a table of its own, for every
 * row that is written. No row changes, so the text of the schema is all there is to change
 * (https://sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`pragma writable_schema = on`.execute(db);
  await allow(db, 'executions', ['queued', 'running', 'completed', 'error', 'cancelled']);
  await allow(db, 'steps', ['running', 'success', 'error', 'skipped']);
  // Read anew, here and by every other process.
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql.raw(`pragma schema_version = ${(rows[0]?.schema_version ?? 0) + 1}`).execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}

async function allow(db: Kysely<unknown>, table: string, states: string[]): Promise<void> {
  const quoted = states.map((state) => `'${state}'`);
  const before = `check (status in (${quoted.join(', ')}))`;
  const after = `check (${quoted.map((state) => `status = ${state}`).join(' or ')})`;
  const { numAffectedRows } = await sql`
    update sqlite_schema set sql = replace(sql, ${before}, ${after})
    where type = 'table' and name = ${table} and instr(sql, ${before}) > 0`.execute(db);
  if (numAffectedRows !== 1n) {
    throw new Error(`The table ${table} lacks "${before}": its schema was changed by something else.`);
  }
}
