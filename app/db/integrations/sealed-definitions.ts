// The definitions of all versions, for another key, and for secrets that are to be sealed.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** Rows are read so many at a time: an installation may have millions. */
const batchSize = 500;

export interface SealedDefinition {
  integrationId: string;
  version: number;
  /** JSON text with sealed values in it. */
  definition: string;
}

/** Every version's. */
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

/** A batch of those that an earlier release wrote, which left credentials in the clear that nobody had marked. */
export function listUnsealedDefinitions(
  db: Queries,
  after: { integrationId: string; version: number } | undefined,
): Promise<SealedDefinition[]> {
  return db.all(
    selectDefinitions(db, after).where('credentials_sealed', '=', sql.lit(0)), // As the index says it.
  );
}

/** Stores a definition all of whose secrets are sealed. */
export async function updateSealedDefinition(db: Queries, row: SealedDefinition): Promise<void> {
  await db.run(
    db.build
      .updateTable('integration_versions')
      .set({ definition: row.definition, credentials_sealed: 1 })
      .where('integration_id', '=', row.integrationId)
      .where('version', '=', row.version),
  );
}
