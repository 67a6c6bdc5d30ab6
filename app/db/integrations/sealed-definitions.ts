// The definitions of all versions, for sealing their secrets with another key or for the first time.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { eachSealedRow, type SealedColumns } from '../core/sealed-columns';

export interface SealedDefinition {
  integrationId: string;
  version: number;
  /** JSON text with sealed values in it. */
  definition: string;
}

const definitions: SealedColumns = {
  table: 'integration_versions',
  key: ['integration_id', 'version'],
  columns: ['definition'],
};

/** Yields the definition of every version. */
export async function* eachSealedDefinition(db: Queries): AsyncGenerator<SealedDefinition> {
  for await (const { key, texts } of eachSealedRow(db, definitions)) {
    yield { integrationId: String(key[0]), version: Number(key[1]), definition: texts[0] ?? '' };
  }
}

/** How many definitions are sealed in one transaction: one may have megabytes. */
const sealedAtOnce = 20;

/** Returns a batch of definitions from an earlier release, which left unmarked credentials unsealed. */
export function listUnsealedDefinitions(
  db: Queries,
  after: { integrationId: string; version: number } | undefined,
): Promise<SealedDefinition[]> {
  return db.all(
    db.build
      .selectFrom('integration_versions')
      .select(['integration_id as integrationId', 'version', 'definition'])
      .where('credentials_sealed', '=', sql.lit(0)) // Written as in the index.
      .where((eb) =>
        eb(
          eb.refTuple('integration_id', 'version'),
          '>',
          eb.tuple(after?.integrationId ?? '', after?.version ?? 0),
        ),
      )
      .orderBy('integration_id')
      .orderBy('version')
      .limit(sealedAtOnce),
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
