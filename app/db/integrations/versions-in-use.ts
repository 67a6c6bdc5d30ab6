// Which versions of the integrations are in use, the newest and the deployed one, and since when the others are not.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** Starts a query of the versions in use, as `saved`, of all integrations, also of deleted ones. */
export function selectVersionsInUse(db: Queries) {
  return db.build
    .selectFrom('integrations')
    .innerJoin('integration_versions as saved', (join) =>
      join
        .onRef('saved.integration_id', '=', 'integrations.id')
        .on((on) =>
          on('saved.version', 'in', [
            on.ref('integrations.version'),
            on.ref('integrations.deployed_version'),
          ]),
        ),
    );
}

/**
 * Notes that only these versions of an integration are in use now: since when the others are not. Called before the
 * integration's row is written, which still has the versions of before.
 */
export async function updateSuperseded(
  db: Queries,
  inUse: { integrationId: string; version: number; deployedVersion: number; now: number },
): Promise<void> {
  const { integrationId, version, deployedVersion, now } = inUse;
  const versions = [version, deployedVersion];
  await db.run(
    db.build
      .deleteFrom('superseded_versions')
      .where('integration_id', '=', integrationId)
      .where('version', 'in', versions),
  );
  const usedBefore = selectVersionsInUse(db)
    .select(['saved.integration_id', 'saved.version', sql<number>`${now}`.as('superseded_at')])
    .where('integrations.id', '=', integrationId)
    .where('saved.version', 'not in', versions);
  const columns = ['integration_id', 'version', 'superseded_at'] as const;
  await db.run(db.build.insertInto('superseded_versions').columns(columns).expression(usedBefore));
}
