import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_by_kind on audit (organization_id, kind, id)`.execute(db);
}
