import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';

const findQuery = compileQuery<{ integrationId: string; version: number }, { definition: string }>(
  (build, value) =>
    build
      .selectFrom('integration_versions')
      .select('definition')
      .where('integration_id', '=', value('integrationId'))
      .where('version', '=', value('version')),
);

/** The definition of a version as it is stored: JSON text, its secrets sealed. Versions never change. */
export async function findStoredDefinition(
  db: Queries,
  integrationId: string,
  version: number,
): Promise<string | undefined> {
  return (await db.first(findQuery({ integrationId, version })))?.definition;
}

/** Who made a version, as far as the account still exists, and when. */
export function findVersionOrigin(
  db: Queries,
  integrationId: string,
  version: number,
): Promise<{ firstName: string | null; lastName: string | null; createdAt: number } | undefined> {
  return db.first(
    db.build
      .selectFrom('integration_versions as version')
      .leftJoin('users', 'users.id', 'version.created_by')
      .select([
        'users.first_name as firstName',
        'users.last_name as lastName',
        'version.created_at as createdAt',
      ])
      .where('version.integration_id', '=', integrationId)
      .where('version.version', '=', version),
  );
}

/** Adds a version; `definition` is JSON text, its secrets sealed. */
export async function insertIntegrationVersion(
  db: Queries,
  row: { integrationId: string; version: number; definition: string; createdBy: string; now: number },
): Promise<void> {
  await db.run(
    db.build.insertInto('integration_versions').values({
      integration_id: row.integrationId,
      version: row.version,
      definition: row.definition,
      created_by: row.createdBy,
      created_at: row.now,
      credentials_sealed: 1,
    }),
  );
}
