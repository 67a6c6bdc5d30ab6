// The definitions of all versions, for sealing their secrets with another key or for the first time.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** How many rows are read at a time: an installation may have millions. */
const batchSize = 500;

export interface SealedDefinition {
  integrationId: string;
  version: number;
  /** JSON text with sealed values in it. */
  definition: string;
}

/** Yields the definition of every version. */
export async function* eachSealedDefinition(db: Queries): AsyncGenerator<SealedDefinition> {
  let rows: SealedDefinition[] = [];
  do {
    rows = await db.all(selectDefinitions(db, rows.at(-1)));
    yield* rows;
  } while (rows.length > 0);
}

function selectDefinitions(db: Queries, after: { integrationId: string; version: number } | undefined) {
  return db.build
    .selectFrom('integration_versions')
    .select(['integration_id as integrationId', 'version', 'definition'])
    .where((eb) =>
      eb(
        eb.refTuple('integration_id', 'version'),
        '>',
        eb.tuple(after?.integrationId ?? '', after?.version ?? 0),
      ),
    )
    .orderBy('integration_id')
    .orderBy('version')
    .limit(batchSize);
}

/** Returns a batch of definitions from an earlier release, which left unmarked credentials unsealed. */
export function listUnsealedDefinitions(
  db: Queries,
  after: { integrationId: string; version: number } | undefined,
): Promise<SealedDefinition[]> {
  return db.all(
    selectDefinitions(db, after).where('credentials_sealed', '=', sql.lit(0)), // Written as in the index.
  );
}

/** Stores a definition whose secrets are all sealed. */
export async function updateSealedDefinition(db: Queries, row: SealedDefinition): Promise<void> {
  await db.run(
    db.build
      .updateTable('integration_versions')
      .set({ definition: row.definition, credentials_sealed: 1 })
      .where('integration_id', '=', row.integrationId)
      .where('version', '=', row.version),
  );
}
