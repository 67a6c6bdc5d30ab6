// Deletes incidents with the messages about them. Callers with tens of thousands of both delete a few rows in one transaction,
// as nobody else writes meanwhile.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/**
 * Deletes up to `limit` messages about incidents of an organization or an integration, then up to as many of these incidents.
 * Returns how many rows: 0 when there are none left.
 */
export async function deleteSomeIncidents(
  db: Queries,
  of: { organizationId: string } | { integrationId: string },
  limit: number,
): Promise<number> {
  const all = db.build.selectFrom('incidents').select('id');
  const some =
    'organizationId' in of
      ? all.where('organization_id', '=', of.organizationId)
      : all.where('integration_id', '=', of.integrationId);
  return deleteWithMessages(db, await db.all(some.limit(limit)), limit);
}

/** Deletes as {@link deleteSomeIncidents} does, of the incidents that ended before a time. */
export async function deleteOldIncidents(db: Queries, before: number, limit: number): Promise<number> {
  const ended = db.build.selectFrom('incidents').select('id').where('resolved_at', '<', before);
  return deleteWithMessages(db, await db.all(ended.limit(limit)), limit);
}

async function deleteWithMessages(
  db: Queries,
  incidents: readonly { id: string }[],
  limit: number,
): Promise<number> {
  if (incidents.length === 0) return 0;
  const ids = incidents.map(({ id }) => id);
  const some = db.build
    .selectFrom('alert_messages')
    .select('id')
    .where('incident_id', 'in', ids)
    .limit(limit);
  const messages = await db.run(db.build.deleteFrom('alert_messages').where('id', 'in', some));
  if (messages === limit) return messages;
  return messages + (await db.run(db.build.deleteFrom('incidents').where('id', 'in', ids)));
}

/**
 * Deletes what an organization that is being removed would still notify somebody of: incidents that have not ended, and queued
 * messages. SQLite reads those of the whole installation, which are few.
 */
export async function deleteActiveAlerts(db: Queries, organizationId: string): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('incidents')
      .where('resolved_at', 'is', null)
      .where(sql`+organization_id`, '=', organizationId),
  );
  await db.run(
    db.build
      .deleteFrom('alert_messages')
      .where('status', '=', 'queued')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('incidents')
            .select('incidents.id')
            .whereRef('incidents.id', '=', 'alert_messages.incident_id')
            .where('incidents.organization_id', '=', organizationId),
        ),
      ),
  );
}

/** Deletes the incidents of an address, with the mails that were sent or are queued. */
export async function deleteIncidentsOf(db: Queries, recipient: string): Promise<void> {
  await db.run(db.build.deleteFrom('incidents').where('recipient', '=', recipient));
  await db.run(db.build.deleteFrom('alert_messages').where('recipient', '=', recipient));
}
