// Stores what arrives as deliveries: a queued execution for each accepted one, and a failed execution for each that was
// understood and may not run.
import { newId } from '../core/id';
import type { Queries } from '../core/queries';
import { type IntegrationState, isStateUnchanged } from '../integrations/integration-state';
import { dropPlanQuery } from '../executions/automatic-replays';
import { insertAnswerQuery, updateGiven } from '../executions/delivery-answers';
import {
  countDuplicate,
  findExecutionByKey,
  findLeftFailed,
  upsertWebhookKey,
} from '../executions/delivery-keys';
import { insertExecutionWhile } from '../executions/executions';
import { countUnstartedFailure } from '../executions/ended-executions';

/** A delivery after the decision whether it may run. */
export interface NewDelivery {
  integrationId: string;
  /** The state of the integration that the decision was based on. */
  seen: IntegrationState;
  /** The payload. */
  json: string;
  /** JSON of the stored parts of the request; most deliveries have none. */
  request?: string | undefined;
  /** The sender's own key for the delivery. */
  key: string | undefined;
  /** For how many hours the key counts; a day unless given. */
  keyHours?: number | undefined;
  /** Whether a key whose execution ended in error, and has no replay, makes another execution. */
  runFailedAgain?: boolean | undefined;
  /** How many executions led to this delivery. */
  hops: number;
  /** The trace that the delivery belongs to, as W3C's `traceparent`. */
  traceparent?: string | undefined;
  /** The immediate answer to the sender, for the log: JSON of the engine's `FilledAnswer`, or why there is none. */
  answer?: { shown: string | null; problem: string | null } | undefined;
  /** Why the delivery is not to be run. */
  rejection: { kind: string; message: string } | undefined;
  at: number;
}

export type StoredDelivery =
  | { kind: 'stored'; executionId: string; isRejected: boolean }
  /** The integration has changed since it was looked up; nothing is stored. */
  | { kind: 'stale' };

const hourMs = 60 * 60 * 1000;

/** Stores a delivery, or finds the execution that the same key made while it counts. */
export async function storeDelivery(tx: Queries, delivery: NewDelivery): Promise<StoredDelivery> {
  const { integrationId, seen, json, request = null, rejection, key, keyHours = 24, hops, at } = delivery;
  if (key && !(await isStateUnchanged(tx, integrationId, seen))) return { kind: 'stale' };
  const known = key ? await findKnown(tx, delivery, key) : undefined;
  const failed = known?.leftFailed;
  if (known && failed === undefined) {
    await countDuplicate(tx, integrationId, known.key);
    return { kind: 'stored', executionId: known.executionId, isRejected: known.key !== key };
  }
  const executionId = newId();
  const isStored = await insertExecutionWhile(tx, seen, {
    id: executionId,
    organization_id: seen.organizationId,
    integration_id: integrationId,
    integration_version: seen.version,
    status: rejection ? 'error' : 'queued',
    trigger_type: 'webhook',
    started_at: at,
    completed_at: rejection ? at : null,
    error_message: rejection?.message ?? null,
    trigger_data: json,
    request,
    hops,
    scheduled: null,
    replay_of: failed ?? null,
    traceparent: delivery.traceparent ?? null,
  });
  if (!isStored) return { kind: 'stale' };
  if (failed !== undefined) await tx.run(dropPlanQuery({ executionId: failed }));
  if (key) {
    await upsertWebhookKey(tx, {
      integration_id: integrationId,
      key: rejection ? rejectedKey(key) : key,
      execution_id: executionId,
      expires_at: at + keyHours * hourMs,
    });
  }
  const { answer } = delivery;
  if (answer && !rejection) {
    await tx.run(insertAnswerQuery({ executionId, answer: null, ...answer }));
    await updateGiven(tx, { executionId, outcome: 'answered', waitedMs: 0 });
  }
  if (rejection) {
    const kind = rejection.kind === 'loop' ? 'loop' : 'payload';
    const reason = rejection.message;
    await countUnstartedFailure(tx, { integrationId, executionId, kind, reason, at });
  }
  return { kind: 'stored', executionId, isRejected: rejection !== undefined };
}

interface Known {
  executionId: string;
  /** The key as it is stored. */
  key: string;
  /** The execution or its newest replay, when all of them ended in error and the trigger lets the key run again. */
  leftFailed?: string | undefined;
}

async function findKnown(
  tx: Queries,
  { integrationId, rejection, runFailedAgain = false, at }: NewDelivery,
  key: string,
): Promise<Known | undefined> {
  const executionId = await findExecutionByKey(tx, integrationId, key, at);
  if (executionId) {
    const leftFailed = runFailedAgain ? await findLeftFailed(tx, integrationId, executionId) : undefined;
    // A rejected delivery runs nothing again: the failed execution is left to the next delivery.
    if (leftFailed === undefined || !rejection) return { executionId, key, leftFailed };
  }
  const rejected = rejection && (await findExecutionByKey(tx, integrationId, rejectedKey(key), at));
  return rejected ? { executionId: rejected, key: rejectedKey(key) } : undefined;
}

/**
 * Returns the key under which a rejected delivery is stored: a repeated delivery finds the same execution, but once the
 * integration is corrected it is accepted. No header's value begins with a space, so no sender's key looks like this.
 */
function rejectedKey(key: string): string {
  return ` refused ${key}`;
}
