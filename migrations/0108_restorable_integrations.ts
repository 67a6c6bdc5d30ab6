import { type Kysely, sql } from 'kysely';

/**
 * Keeps until when a deleted integration can be restored, and who deleted it. Null for one that is being removed, as are those
 * that were deleted before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column restorable_until integer`.execute(db);
  await sql`
    alter table integrations add column deleted_by text references users on delete set null`.execute(db);
  await sql`
    create index restorable_integrations on integrations (organization_id, deleted_at)
    where restorable_until is not null`.execute(db);
}
