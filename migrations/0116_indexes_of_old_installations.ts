import { type Kysely, sql } from 'kysely';

/**
 * Indexes for what an installation of years has many of: messages of which few were withheld, incidents that ended, and
 * integrations of which few are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index alert_messages_withheld on alert_messages (channel_id, incident_id)
    where status = 'withheld'`.execute(db);
  await sql`
    create index incidents_ended on incidents (resolved_at) where resolved_at is not null`.execute(db);
  await sql`
    create index deleted_integrations on integrations (organization_id) where deleted_at is not null`.execute(
    db,
  );
}
