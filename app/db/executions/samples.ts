// Deliveries that were captured as samples, and the time until which an integration listens for one.
import { type Insertable, sql } from 'kysely';
import { selectNewestExecutions } from './newest-executions';
import type { IntegrationKey } from '../integrations/integrations';
import { deleteAsManyAsFit } from '../core/deletion/few-bytes';
import type { Queries } from '../core/queries';
import type { Tables } from '../core/tables';

/** A payload that a user may pick variables from. */
export interface StoredSample {
  id: string;
  receivedAt: number;
  /** The length of the JSON text. */
  bytes: number;
  /** JSON text; null when it was too long to be kept. */
  payload: string | null;
  /** JSON of the engine's `DeliveryRequest`, where it was kept. */
  request: string | null;
}

/** Returns until when an integration listens or listened; null when it does not listen, or has received a delivery. */
export function findListening(
  db: Queries,
  key: IntegrationKey,
): Promise<{ until: number | null } | undefined> {
  return db.first(
    db.build
      .selectFrom('integrations')
      .select('listening_until as until')
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId)
      .where('deleted_at', 'is', null),
  );
}

/** Begins to listen, or stops when `until` is null. Returns whether there is such an integration. */
export async function updateListening(
  db: Queries,
  key: IntegrationKey,
  until: number | null,
): Promise<boolean> {
  const changed = await db.run(
    db.build
      .updateTable('integrations')
      .set({ listening_until: until })
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId)
      .where('deleted_at', 'is', null),
  );
  return changed > 0;
}

export async function insertSample(db: Queries, sample: Insertable<Tables['samples']>): Promise<void> {
  await db.run(db.build.insertInto('samples').values(sample));
}

/** Deletes all samples of an integration except the newest `kept`. */
export async function deleteOlderSamples(db: Queries, integrationId: string, kept: number): Promise<void> {
  const newest = db.build
    .selectFrom('samples')
    .select('id')
    .where('integration_id', '=', integrationId)
    .orderBy('id', 'desc')
    .limit(kept);
  await db.run(
    db.build.deleteFrom('samples').where('integration_id', '=', integrationId).where('id', 'not in', newest),
  );
}

/**
 * Deletes up to `limit` samples of few bytes that were received before that time, of all integrations or of one. Returns how
 * many: 0 when there are none left.
 */
export async function deleteOldSamples(
  db: Queries,
  { receivedBefore, integrationId }: { receivedBefore: number; integrationId?: string | undefined },
  limit: number,
): Promise<number> {
  let old = db.build
    .selectFrom('samples')
    .select(['integration_id', 'id'])
    .select(sql<number>`coalesce(octet_length(payload), 0) + coalesce(octet_length(request), 0)`.as('bytes'))
    .where('received_at', '<', receivedBefore)
    .limit(limit);
  if (integrationId !== undefined) old = old.where('integration_id', '=', integrationId);
  return deleteAsManyAsFit(db, await db.all(old), (sample) =>
    db.build
      .deleteFrom('samples')
      .where('integration_id', '=', sample.integration_id)
      .where('id', '=', sample.id),
  );
}

/** Returns all samples of an integration, newest first; only a few are kept. */
export function listSamples(db: Queries, integrationId: string): Promise<StoredSample[]> {
  return db.all(
    db.build
      .selectFrom('samples')
      .select(['id', 'received_at as receivedAt', 'bytes', 'payload', 'request'])
      .where('integration_id', '=', integrationId)
      .orderBy('id', 'desc'),
  );
}

export function findNewestSample(db: Queries, integrationId: string): Promise<StoredSample | undefined> {
  return db.first(
    db.build
      .selectFrom('samples')
      .select(['id', 'received_at as receivedAt', 'bytes', 'payload', 'request'])
      .where('integration_id', '=', integrationId)
      .orderBy('id', 'desc')
      .limit(1),
  );
}

/** How many executions to look through for one that a delivery began. */
const looked = 10;

/**
 * Returns the payload of the newest delivery that began a run, among the newest ten executions that are no longer queued. With
 * `anyTrigger`, any other trigger counts, too. Tests never count.
 */
export function findNewestPayload(
  db: Queries,
  integration: IntegrationKey,
  maxBytes: number,
  { anyTrigger = false }: { anyTrigger?: boolean } = {},
): Promise<StoredSample | undefined> {
  const newest = selectNewestExecutions(db, integration, looked).select([
    'id',
    'started_at',
    'trigger_type',
    'is_test',
    'payload_seq',
  ]);
  const bytes = sql<number>`octet_length(trigger_data)`;
  return db.first(
    db.build
      .selectFrom(newest.as('newest'))
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select(['newest.id', 'started_at as receivedAt', bytes.as('bytes'), 'request'])
      .select(sql<string | null>`iif(${bytes} <= ${maxBytes}, trigger_data, null)`.as('payload'))
      .$if(!anyTrigger, (query) => query.where('trigger_type', '=', 'webhook'))
      .where('is_test', '=', 0)
      .where('trigger_data', 'is not', null)
      .orderBy('newest.id', 'desc')
      .limit(1),
  );
}

/**
 * Returns the stored request of the newest delivery that began a run, among the newest ten executions that are no longer
 * queued; else that of the newest sample. JSON of the engine's `DeliveryRequest`; null when there is none.
 */
export async function findNewestRequest(db: Queries, integration: IntegrationKey): Promise<string | null> {
  const newest = selectNewestExecutions(db, integration, looked).select(['id', 'payload_seq']);
  const ofRun = await db.first(
    db.build
      .selectFrom(newest.as('newest'))
      .innerJoin('payloads', 'seq', 'payload_seq')
      .select('request')
      .where('request', 'is not', null)
      .orderBy('newest.id', 'desc')
      .limit(1),
  );
  if (ofRun) return ofRun.request;
  const ofSample = await db.first(
    db.build
      .selectFrom('samples')
      .select('request')
      .where('integration_id', '=', integration.id)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return ofSample?.request ?? null;
}
