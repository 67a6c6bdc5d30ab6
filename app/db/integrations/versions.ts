import { sql } from 'kysely';
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

/** Returns the definition of a version as it is stored: JSON text, its secrets sealed. Versions never change. */
export async function findStoredDefinition(
  db: Queries,
  integrationId: string,
  version: number,
): Promise<string | undefined> {
  return (await db.first(findQuery({ integrationId, version })))?.definition;
}

/** Returns who made a version, if the account still exists, and when. */
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

interface VersionRow {
  version: number;
  createdAt: number;
  /** The person who made the version, if the account still exists. */
  firstName: string | null;
  lastName: string | null;
  /** A person's note on the version. */
  note: string | null;
}

/** Returns the versions before `before`, or all when it is not given, newest first. */
export function listVersions(
  db: Queries,
  { integrationId, before, limit }: { integrationId: string; before?: number; limit: number },
): Promise<VersionRow[]> {
  return db.all(
    db.build
      .selectFrom('integration_versions as version')
      .leftJoin('users', 'users.id', 'version.created_by')
      .select([
        'version.version as version',
        'version.created_at as createdAt',
        'users.first_name as firstName',
        'users.last_name as lastName',
        'version.note as note',
      ])
      .where('version.integration_id', '=', integrationId)
      .$if(before !== undefined, (query) => query.where('version.version', '<', before ?? 0))
      .orderBy('version.version', 'desc')
      .limit(limit),
  );
}

/** Counts the versions of all integrations, and the bytes of their definitions. Reads all of them. */
export async function measureVersions(db: Queries): Promise<{ count: number; bytes: number }> {
  const measured = await db.first(
    db.build
      .selectFrom('integration_versions')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(octet_length(definition)), 0)`.as('bytes'),
      ]),
  );
  return measured ?? { count: 0, bytes: 0 };
}

/** Stores the note of a version. Returns whether the version exists. */
export async function updateVersionNote(
  db: Queries,
  { integrationId, version, note }: { integrationId: string; version: number; note: string | null },
): Promise<boolean> {
  const noted = db.build.updateTable('integration_versions').set({ note });
  return (await db.run(noted.where('integration_id', '=', integrationId).where('version', '=', version))) > 0;
}

/** Adds a version; `definition` is JSON text, its secrets sealed. */
export async function insertIntegrationVersion(
  db: Queries,
  row: {
    integrationId: string;
    version: number;
    definition: string;
    triggerType: string;
    callCount: number;
    callHosts: string[];
    createdBy: string;
    now: number;
  },
): Promise<void> {
  await db.run(
    db.build.insertInto('integration_versions').values({
      integration_id: row.integrationId,
      version: row.version,
      definition: row.definition,
      trigger_type: row.triggerType,
      call_count: row.callCount,
      call_hosts: row.callHosts.join('\n'),
      created_by: row.createdBy,
      created_at: row.now,
      credentials_sealed: 1,
    }),
  );
}
