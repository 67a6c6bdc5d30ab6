// Deliveries that were captured to be looked at, and until when an integration waits for one.
import { type Insertable, sql } from 'kysely';
import { notQueued } from './queue/queued-executions';
import type { IntegrationKey } from '../integrations/integrations';
import type { Queries } from '../core/queries';
import type { Schema } from '../core/schema';

/** A payload that a user may pick variables from. */
export interface StoredSample {
  id: string;
  receivedAt: number;
  /** Length of the JSON text. */
  bytes: number;
  /** JSON text; null when it was too long to be kept. */
  payload: string | null;
  /** JSON of the engine's `DeliveryRequest`, where it was kept. */
  request: string | null;
}

/** Until when an integration listens or listened; null when it does not, or has heard something. */
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

/** Begins to listen, or ends it with null. Returns whether there is such an integration. */
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

export async function insertSample(db: Queries, sample: Insertable<Schema['samples']>): Promise<void> {
  await db.run(db.build.insertInto('samples').values(sample));
}

/** Forgets all samples of an integration but the newest `kept`. */
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

/** Forgets up to `limit` samples, of all integrations or of one, that were received before that time. Returns how many. */
export function deleteOldSamples(
  db: Queries,
  { receivedBefore, integrationId }: { receivedBefore: number; integrationId?: string | undefined },
  limit: number,
): Promise<number> {
  let old = db.build
    .selectFrom('samples')
    .select('id')
    .where('received_at', '<', receivedBefore)
    .limit(limit);
  if (integrationId !== undefined) old = old.where('integration_id', '=', integrationId);
  return db.run(db.build.deleteFrom('samples').where('id', 'in', old));
}

/** All samples of an integration, newest first: few are kept. */
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

/** So many executions are looked at for one that a delivery began. */
const looked = 10;

/**
 * The payload of the newest delivery that began a run, among the newest ten that are no longer queued; of `anyTrigger`,
 * also one that something else began, but no test.
 */
export function findNewestPayload(
  db: Queries,
  { id, organizationId }: IntegrationKey,
  maxBytes: number,
  { anyTrigger = false }: { anyTrigger?: boolean } = {},
): Promise<StoredSample | undefined> {
  const newest = db.build
    .selectFrom('executions')
    .select(['id', 'started_at', 'trigger_type', 'is_test', 'payload_seq'])
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    .where(notQueued)
    .orderBy('id', 'desc')
    .limit(looked);
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
 * What was kept of the request of the newest delivery that began a run, among the newest ten that are no longer queued;
 * else of the newest sample. JSON of the engine's `DeliveryRequest`; null when there is none.
 */
export async function findNewestRequest(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<string | null> {
  const newest = db.build
    .selectFrom('executions')
    .select(['id', 'payload_seq'])
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    .where(notQueued)
    .orderBy('id', 'desc')
    .limit(looked);
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
      .where('integration_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return ofSample?.request ?? null;
}
