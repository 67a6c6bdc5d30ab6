import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { Schema } from '../core/schema';

/** A sender's own key for a delivery counts for a day. */
export const webhookKeyLifetimeMs = 24 * 60 * 60 * 1000;

const findQuery = compileQuery<
  { integrationId: string; key: string; since: number },
  { executionId: string }
>((build, value) =>
  build
    .selectFrom('webhook_keys')
    .select('execution_id as executionId')
    .where('integration_id', '=', value('integrationId'))
    .where('key', '=', value('key'))
    .where('created_at', '>', value('since')),
);

/** The execution that a delivery with this key made since then. */
export async function findExecutionByKey(
  db: Queries,
  integrationId: string,
  key: string,
  since: number,
): Promise<string | undefined> {
  return (await db.first(findQuery({ integrationId, key, since })))?.executionId;
}

const upsertQuery = compileQuery<Schema['webhook_keys']>((build, value) =>
  build
    .insertInto('webhook_keys')
    .values({
      integration_id: value('integration_id'),
      key: value('key'),
      execution_id: value('execution_id'),
      created_at: value('created_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'key']).doUpdateSet((eb) => ({
        execution_id: eb.ref('excluded.execution_id'),
        created_at: eb.ref('excluded.created_at'),
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

/** Forgets keys older than that, at most `limit` at once. Returns how many. */
export async function deleteOldWebhookKeys(db: Queries, before: number, limit: number): Promise<number> {
  const old = await db.all(
    db.build
      .selectFrom('webhook_keys')
      .select(['integration_id', 'key'])
      .where('created_at', '<', before)
      .limit(limit),
  );
  for (const { integration_id, key } of old) {
    await db.run(
      db.build.deleteFrom('webhook_keys').where('integration_id', '=', integration_id).where('key', '=', key),
    );
  }
  return old.length;
}
