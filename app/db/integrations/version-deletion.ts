// Versions are deleted in batches, each of few bytes: those of an integration that was saved for years take hundreds of megabytes.
import { sql } from 'kysely';
import { deleteAsManyAsFit } from '../core/deletion/few-bytes';
import type { Queries } from '../core/queries';

/** The most versions that one call deletes. */
const maxAtOnce = 100;

const bytes = sql<number>`octet_length(definition)`.as('bytes');

interface Measured {
  integration_id: string;
  version: number;
  bytes: number;
}

/** Deletes versions of an integration that is being removed. Returns how many: 0 when there are none left. */
export async function deleteSomeVersions(db: Queries, integrationId: string): Promise<number> {
  const some = db.build
    .selectFrom('integration_versions')
    .select(['integration_id', 'version', bytes])
    .where('integration_id', '=', integrationId)
    .limit(maxAtOnce);
  return deleteFitting(db, await db.all(some));
}

/**
 * Deletes versions that were superseded before a time, have no note, and are not among the `newest` of their integration. Returns
 * how many: 0 when there are none left.
 */
export async function deleteSupersededVersions(
  db: Queries,
  { before, newest }: { before: number; newest: number },
): Promise<number> {
  const old = db.build
    .selectFrom('superseded_versions as superseded')
    .innerJoin('integrations', 'integrations.id', 'superseded.integration_id')
    .innerJoin('integration_versions as saved', (join) =>
      join
        .onRef('saved.integration_id', '=', 'superseded.integration_id')
        .onRef('saved.version', '=', 'superseded.version'),
    )
    .select(['saved.integration_id', 'saved.version', bytes])
    .where('superseded_at', '<', before)
    .where('note', 'is', null)
    .where((eb) => eb('superseded.version', '<=', eb('integrations.version', '-', newest)))
    .limit(maxAtOnce);
  return deleteFitting(db, await db.all(old));
}

function deleteFitting(db: Queries, versions: readonly Measured[]): Promise<number> {
  return deleteAsManyAsFit(db, versions, (each) =>
    db.build
      .deleteFrom('integration_versions')
      .where('integration_id', '=', each.integration_id)
      .where('version', '=', each.version),
  );
}
