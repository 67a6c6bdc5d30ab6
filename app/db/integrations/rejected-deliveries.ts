// Why the last deliveries of each integration were rejected: one row for each integration.
import type { Queries } from '../core/queries';
import type { IntegrationKey } from './integrations';

/** Returns the JSON list of an integration's rejections; undefined without any. */
export async function findRejectedDeliveries(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<string | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('rejected_deliveries')
      .innerJoin('integrations', 'integrations.id', 'integration_id')
      .select('entries')
      .where('integration_id', '=', id)
      .where('organization_id', '=', organizationId),
  );
  return row?.entries;
}

/**
 * Replaces the JSON list of an integration's rejections by what `change` makes of it (undefined: there is none yet). `lastAt`:
 * when the newest came. Does nothing when the integration is gone.
 */
export async function changeRejectedDeliveries(
  tx: Queries,
  integrationId: string,
  change: (entries: string | undefined) => { entries: string; lastAt: number },
): Promise<void> {
  const { build } = tx;
  const stored = await tx.first(
    build.selectFrom('rejected_deliveries').select('entries').where('integration_id', '=', integrationId),
  );
  const { entries, lastAt } = change(stored?.entries);
  await tx.run(
    build
      .insertInto('rejected_deliveries')
      .columns(['integration_id', 'entries', 'last_at'])
      .expression((eb) =>
        eb
          .selectFrom('integrations')
          .select((row) => ['id', row.val(entries).as('entries'), row.val(lastAt).as('last_at')])
          .where('id', '=', integrationId),
      )
      .onConflict((conflict) => conflict.column('integration_id').doUpdateSet({ entries, last_at: lastAt })),
  );
}

/**
 * Deletes the lists whose newest rejection came before that time, of all integrations or of one, at most `limit`. Returns how
 * many.
 */
export function deleteOldRejectedDeliveries(
  db: Queries,
  { lastBefore, integrationId }: { lastBefore: number; integrationId?: string | undefined },
  limit: number,
): Promise<number> {
  let old = db.build
    .selectFrom('rejected_deliveries')
    .select('integration_id')
    .where('last_at', '<', lastBefore)
    .limit(limit);
  if (integrationId !== undefined) old = old.where('integration_id', '=', integrationId);
  return db.run(db.build.deleteFrom('rejected_deliveries').where('integration_id', 'in', old));
}
