import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { Schema } from '../core/schema';

const findQuery = compileQuery<{ integrationId: string; key: string; now: number }, { executionId: string }>(
  (build, value) =>
    build
      .selectFrom('webhook_keys')
      .select('execution_id as executionId')
      .where('integration_id', '=', value('integrationId'))
      .where('key', '=', value('key'))
      .where('expires_at', '>', value('now')),
);

/** The execution that a delivery with this key made, while the key counts. */
export async function findExecutionByKey(
  db: Queries,
  integrationId: string,
  key: string,
  now: number,
): Promise<string | undefined> {
  return (await db.first(findQuery({ integrationId, key, now })))?.executionId;
}

const upsertQuery = compileQuery<Schema['webhook_keys']>((build, value) =>
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
      })),
    ),
);

/** Remembers the key of a delivery; an older delivery with the same key is forgotten. */
export async function upsertWebhookKey(db: Queries, row: Schema['webhook_keys']): Promise<void> {
  await db.run(upsertQuery(row));
}

/** Forgets up to `limit` keys of an integration. Returns how many. */
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

/** Forgets keys that no longer count, at most `limit` at once. Returns how many. */
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
