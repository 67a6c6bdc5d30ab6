// Integrations that were marked as deleted and wait to be removed.
import type { Queries } from '../core/queries';

/** Returns an integration of the organization that waits to be removed. */
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
