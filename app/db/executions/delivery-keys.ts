import { type Selectable, sql } from 'kysely';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { Tables } from '../core/tables';

const findQuery = compileQuery<{ integrationId: string; key: string; now: number }, { executionId: string }>(
  (build, value) =>
    build
      .selectFrom('webhook_keys')
      .select('execution_id as executionId')
      .where('integration_id', '=', value('integrationId'))
      .where('key', '=', value('key'))
      .where('expires_at', '>', value('now')),
);

/** Returns the execution that a delivery with this key made, while the key counts. */
export async function findExecutionByKey(
  db: Queries,
  integrationId: string,
  key: string,
  now: number,
): Promise<string | undefined> {
  return (await db.first(findQuery({ integrationId, key, now })))?.executionId;
}

const countQuery = compileQuery<{ integrationId: string; key: string }>((build, value) =>
  build
    .updateTable('webhook_keys')
    .set((eb) => ({ duplicates: eb('duplicates', '+', 1) }))
    .where('integration_id', '=', value('integrationId'))
    .where('key', '=', value('key')),
);

/** Counts a delivery whose key is known. */
export async function countDuplicate(db: Queries, integrationId: string, key: string): Promise<void> {
  await db.run(countQuery({ integrationId, key }));
}

/** Returns how often the deliveries of these executions came again, by the execution's id; most have no entry. */
export async function findDuplicates(
  db: Queries,
  integrationId: string,
  executionIds: readonly string[],
): Promise<Map<string, number>> {
  if (executionIds.length === 0) return new Map();
  const rows = await db.all(
    db.build
      .selectFrom('webhook_keys')
      .select(['execution_id as id', 'duplicates'])
      .where('execution_id', 'in', executionIds)
      // Written as in the partial index.
      .where(sql<boolean>`duplicates > 0`)
      .where('integration_id', '=', integrationId),
  );
  return new Map(rows.map(({ id, duplicates }) => [id, duplicates]));
}

const leftFailedQuery = compileQuery<{ integrationId: string; id: string }, { id: string | null }>(
  (build, value) =>
    build
      .withRecursive('tried(id, status)', (tries) =>
        tries
          .selectFrom('executions')
          .select(['id', 'status'])
          .where('id', '=', value('id'))
          .where('integration_id', '=', value('integrationId'))
          .unionAll(
            tries
              .selectFrom('tried')
              .innerJoin('executions as replays', 'replays.replay_of', 'tried.id')
              .select(['replays.id', 'replays.status']),
          ),
      )
      .selectFrom('tried')
      .select(sql<string | null>`iif(min(status = 'error'), max(id), null)`.as('id')),
);

/**
 * Returns the newest of an execution, its replays and theirs, when all of them ended in error; undefined when one completed, was
 * cancelled or has not ended.
 */
export async function findLeftFailed(
  db: Queries,
  integrationId: string,
  id: string,
): Promise<string | undefined> {
  return (await db.first(leftFailedQuery({ integrationId, id })))?.id ?? undefined;
}

type KeyRow = Omit<Selectable<Tables['webhook_keys']>, 'duplicates'>;

const upsertQuery = compileQuery<KeyRow>((build, value) =>
  build
    .insertInto('webhook_keys')
    .values({
      integration_id: value('integration_id'),
      key: value('key'),
      execution_id: value('execution_id'),
      expires_at: value('expires_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'key']).doUpdateSet((eb) => ({
        execution_id: eb.ref('excluded.execution_id'),
        expires_at: eb.ref('excluded.expires_at'),
        duplicates: 0,
      })),
    ),
);

/** Stores the key of a delivery in place of an older delivery with the same key. */
export async function upsertWebhookKey(db: Queries, row: KeyRow): Promise<void> {
  await db.run(upsertQuery(row));
}

/** Deletes up to `limit` keys of an integration. Returns how many. */
export function deleteSomeWebhookKeys(db: Queries, integrationId: string, limit: number): Promise<number> {
  const some = db.build
    .selectFrom('webhook_keys')
    .select('key')
    .where('integration_id', '=', integrationId)
    .limit(limit);
  return db.run(
    db.build.deleteFrom('webhook_keys').where('integration_id', '=', integrationId).where('key', 'in', some),
  );
}

/** Deletes up to `limit` keys that no longer count. Returns how many. */
export async function deleteExpiredWebhookKeys(db: Queries, now: number, limit: number): Promise<number> {
  const expired = await db.all(
    db.build
      .selectFrom('webhook_keys')
      .select(['integration_id', 'key'])
      .where('expires_at', '<=', now)
      .limit(limit),
  );
  for (const { integration_id, key } of expired) {
    await db.run(
      db.build.deleteFrom('webhook_keys').where('integration_id', '=', integration_id).where('key', '=', key),
    );
  }
  return expired.length;
}
