// Marks integrations as deleted, and finds and removes those that are to be removed.
import type { Queries } from '../core/queries';
import { deleteEventTrigger } from './event-triggers';
import type { IntegrationKey } from './integrations';

/**
 * Marks an integration as deleted: from now on only the queries of restorable integrations find it, until `restorableUntil`, in
 * milliseconds since 1970.
 */
export async function updateIntegrationDeleted(
  db: Queries,
  key: IntegrationKey,
  { userId, restorableUntil, now }: { userId: string; restorableUntil: number; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('integrations')
      .set({
        deleted_at: now,
        deleted_by: userId,
        restorable_until: restorableUntil,
        is_active: 0,
        updated_at: now,
      })
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId),
  );
}

/** Marks all integrations of an organization as deleted, and removes their triggers. Returns their ids. */
export async function updateIntegrationsDeleted(
  db: Queries,
  organizationId: string,
  now: number,
): Promise<string[]> {
  const rows = await db.all(
    db.build
      .updateTable('integrations')
      .set({ deleted_at: now, is_active: 0, updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .returning('id'),
  );
  for (const { id } of rows) await deleteEventTrigger(db, id);
  await db.run(db.build.deleteFrom('schedules').where('organization_id', '=', organizationId));
  return rows.map(({ id }) => id);
}

/** Returns a deleted integration of the organization, one that can be restored included. */
export async function findDeletedIntegration(
  db: Queries,
  organizationId: string,
): Promise<string | undefined> {
  return (
    await db.first(
      db.build
        .selectFrom('integrations')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is not', null)
        .limit(1),
    )
  )?.id;
}

/** Removes an integration that was marked as deleted, with its versions and counts. Returns whether it was there. */
export async function deleteIntegrationRow(db: Queries, id: string): Promise<boolean> {
  return (
    (await db.run(
      db.build.deleteFrom('integrations').where('id', '=', id).where('deleted_at', 'is not', null),
    )) > 0
  );
}
