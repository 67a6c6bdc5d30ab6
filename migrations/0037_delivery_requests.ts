import { type Kysely, sql } from 'kysely';

/** Adds method, path, query and headers, as JSON: of a delivery if its integration uses them, of a sample always. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payloads add column request text`.execute(db);
  await sql`alter table samples add column request text`.execute(db);
}
