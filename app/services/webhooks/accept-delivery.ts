// Taking a delivery in. Everything that can be rejected is rejected before anything is written; what is accepted
// is a queued execution, and the sender hears of it only after that is on disk.
import { type SignedDelivery, isDeliveryAuthentic, isSame } from '~/auth/webhook-signature';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import { countEndedExecution, insertExecution } from '~/db/executions/executions';
import { newId } from '~/db/core/id';
import { type IntegrationState, findIntegrationState } from '~/db/integrations/integrations';
import { countWaitingWork } from '~/db/executions/queue/queue-depth';
import { isDatabaseDown } from '~/db/core/group-commit';
import type { Queries } from '~/db/core/queries';
import { findExecutionByKey, upsertWebhookKey } from '~/db/executions/delivery-keys';
import { type WebhookTrigger } from '~/engine/integration';
import { findUnready } from '~/engine/run/run';
import { findLoopProblem, hopsHeader, hopsOfDelivery } from '~/engine/triggers/trigger';
import { dependsOnPayload, readTriggerVariables } from '~/engine/variables';
import { createRepeatedErrors } from '~/repeated-errors';
import { type DefinitionCache, findDefinition } from '../integrations/definition-cache';
import { rejectWhenDamaged } from '../installation/database-damage';
import { rejectWhenDiskLow } from '../installation/disk-space';
import { openFormerSecret } from '../integrations/former-secret';
import { readPayload } from './payload';
import { type TokenBuckets, createTokenBuckets } from '../limits/token-bucket';
import { captureSample, isListeningAt } from './samples';

export interface Delivery extends SignedDelivery {
  integrationId: string;
}

export type DeliveryOutcome =
  | { kind: 'accepted'; executionId: string }
  /** Kept to be looked at, and not run. */
  | { kind: 'captured' }
  | { kind: 'not-found' }
  | { kind: 'unauthenticated' }
  | { kind: 'unparsable' }
  | { kind: 'not-utf8' }
  | { kind: 'too-deep' }
  | { kind: 'unsupported' }
  | RejectedExecution
  | { kind: 'too-many-requests'; retryAfterSeconds: number }
  | { kind: 'unavailable'; retryAfterSeconds?: number; message?: string };

/** Understood, but not to be run: it is kept as an execution in error. */
type RejectedExecution = {
  kind: 'missing-variables' | 'too-complex' | 'loop';
  executionId: string;
  message: string;
};

/** A sender's own key for a delivery counts for a day. */
export const webhookKeyLifetimeMs = 24 * 60 * 60 * 1000;

const maxKeyLength = 200;
const maxWaiting = 500_000;

export type AcceptDelivery = (delivery: Delivery) => Promise<DeliveryOutcome>;

/**
 * The door for deliveries: `POST /webhook/{integrationId}`. An `accepted` one is durable (WAL, synchronous
 * FULL). The same `webhook-id` or `Idempotency-Key` within 24 h is answered with the first one's execution. When
 * a user listens, the next one is `captured` whatever its key: it is most easily had by sending an old one again.
 */
export function createAcceptDelivery(context: AppContext): AcceptDelivery {
  const { config, definitions } = context;
  const limit: TokenBuckets = createTokenBuckets({ perSecond: 100, burst: 200 });
  const queue = createQueueGauge(context);
  const errors = createRepeatedErrors(context.log);

  /** Everything of a delivery in one transaction: outside of one, each look at the database costs as much as all of it. */
  function accept(tx: Queries, delivery: Delivery, at: number): DeliveryOutcome {
    const found = findTarget({ config, definitions, db: tx }, delivery.integrationId, at);
    if (found.kind !== 'target') return found;
    const { target, trigger, isListening } = found;
    const authentic = isAuthentic(delivery, found, at);
    // Strangers have a limit of their own: they can neither guess for ever nor use up that of the real sender.
    const bucket = authentic ? delivery.integrationId : `stranger to ${delivery.integrationId}`;
    const retryAfterSeconds = limit.take(bucket, at);
    if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
    if (!authentic) return { kind: 'unauthenticated' };

    const payload = readPayload(delivery.body, delivery.header('content-type'));
    if (payload.kind !== 'payload') return payload;
    if (isListening) {
      const { integrationId } = delivery;
      captureSample(tx, { id: integrationId, organizationId: target.organizationId }, payload.json, at);
      return { kind: 'captured' };
    }
    if (queue.isFull(tx)) return { kind: 'unavailable', retryAfterSeconds: 30 };
    const hops = hopsOfDelivery(delivery.header(hopsHeader.toLowerCase()));
    const rejection = findRejectionReason(trigger, payload.value, hops);
    return store(tx, { delivery, target, json: payload.json, rejection, key: readKey(delivery), hops, at });
  }

  return async function acceptDelivery(delivery) {
    const rejection = rejectWhenDamaged(context.damage) ?? rejectWhenDiskLow(context.disk);
    if (rejection) return rejection;
    try {
      const outcome = await context.db.groupCommit(
        (tx) => accept(tx, delivery, context.now()),
        delivery.body.length,
      );
      if (outcome.kind === 'accepted') context.wake();
      if ('executionId' in outcome || outcome.kind === 'captured') {
        context.changeEvents.publish(delivery.integrationId);
      }
      return outcome;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      errors.error({ err: error }, 'a delivery could not be stored');
      return { kind: 'unavailable', retryAfterSeconds: 10 };
    }
  };
}

interface Target {
  kind: 'target';
  target: IntegrationState;
  trigger: WebhookTrigger;
  isListening: boolean;
  /** The secret that was replaced, while it is still valid. */
  openFormer: () => string | undefined;
}

/** The integration that a delivery is for, if there is one that takes deliveries. */
export function findTarget(
  context: { config: Config; definitions: DefinitionCache; db: Queries },
  integrationId: string,
  at: number,
): Target | { kind: 'not-found' | 'unauthenticated' } {
  const target = findIntegrationState(context.db, integrationId);
  if (!target) return { kind: 'not-found' };
  const isListening = isListeningAt(target, at);
  if (!target.isActive && !isListening) return { kind: 'not-found' };
  const definition = findDefinition(context, integrationId, target.version);
  // A secret that cannot be decrypted proves nothing, so nobody is let in.
  if (definition.kind === 'sealed') return { kind: 'unauthenticated' };
  if (definition.kind === 'not-found') return { kind: 'not-found' };
  const trigger = definition.definition.triggerConfig;
  if (trigger.type !== 'webhook') return { kind: 'not-found' };
  const openFormer = () => openFormerSecret(context, integrationId, target, at);
  return { kind: 'target', target, trigger, isListening, openFormer };
}

type RejectionReason = Pick<RejectedExecution, 'kind' | 'message'>;

interface Arrival {
  delivery: Delivery;
  target: IntegrationState;
  json: string;
  rejection: RejectionReason | undefined;
  key: string | undefined;
  /** How many executions led to this delivery. */
  hops: number;
  at: number;
}

function store(tx: Queries, arrival: Arrival): DeliveryOutcome {
  const { delivery, target, json, rejection, key, hops, at } = arrival;
  const { integrationId } = delivery;
  const since = at - webhookKeyLifetimeMs;
  if (key) {
    const known = findExecutionByKey(tx, integrationId, key, since);
    if (known) return { kind: 'accepted', executionId: known };
  }
  if (key && rejection) {
    const known = findExecutionByKey(tx, integrationId, rejectedKey(key), since);
    if (known) return { ...rejection, executionId: known };
  }
  const executionId = newId();
  insertExecution(tx, {
    id: executionId,
    organization_id: target.organizationId,
    integration_id: integrationId,
    integration_version: target.version,
    status: rejection ? 'error' : 'queued',
    trigger_type: 'webhook',
    started_at: at,
    completed_at: rejection ? at : null,
    error_message: rejection?.message ?? null,
    trigger_data: json,
    hops,
  });
  if (key) {
    upsertWebhookKey(tx, {
      integration_id: integrationId,
      key: rejection ? rejectedKey(key) : key,
      execution_id: executionId,
      created_at: at,
    });
  }
  if (rejection) {
    countEndedExecution(tx, integrationId, 'error', at);
    return { ...rejection, executionId };
  }
  return { kind: 'accepted', executionId };
}

/**
 * Whether a delivery proves the secret, if there is one, or the one that it replaced a moment ago, and has the headers
 * that are asked for.
 */
export function isAuthentic(
  delivery: SignedDelivery,
  { trigger: { webhook }, openFormer }: Pick<Target, 'trigger' | 'openFormer'>,
  at: number,
): boolean {
  if (webhook.secret && !isDeliveryAuthentic(delivery, webhook.secret, at)) {
    const former = openFormer();
    if (!former || !isDeliveryAuthentic(delivery, former, at)) return false;
  }
  return Object.entries(webhook.headers).every(([name, value]) => {
    const given = delivery.header(name.toLowerCase());
    return given !== undefined && isSame(given, value);
  });
}

/** Why a delivery is not to be run, if it is not. */
function findRejectionReason(
  trigger: WebhookTrigger,
  value: unknown,
  hops: number,
): RejectionReason | undefined {
  const loop = findLoopProblem(hops);
  if (loop) return { kind: 'loop', message: loop };
  return dependsOnPayload(trigger) ? findUnready(readTriggerVariables(trigger, value)) : undefined;
}

function readKey(delivery: Delivery): string | undefined {
  const key = delivery.header('webhook-id') ?? delivery.header('idempotency-key');
  return key && key.length <= maxKeyLength ? key : undefined;
}

/**
 * What a rejected delivery is remembered by: the same one again is the same execution, but once the integration is
 * mended it is accepted. No header's value begins with a space, so no sender's key looks like this.
 */
function rejectedKey(key: string): string {
  return ` refused ${key}`;
}

/** Counting a long queue takes milliseconds, so it is counted once a second at most. */
function createQueueGauge({ now }: AppContext) {
  let countedAt = 0;
  let full = false;
  return {
    isFull(tx: Queries) {
      if (now() - countedAt >= 1000) {
        countedAt = now();
        full = countWaitingWork(tx) >= maxWaiting;
      }
      return full;
    },
  };
}
