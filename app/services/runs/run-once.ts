import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findExecutionByKey, upsertWebhookKey } from '~/db/executions/delivery-keys';
import type { Problem } from '~/problem';

export type Queued = { kind: 'queued'; executionId: string } | Problem;

/** How long a form that is sent again starts nothing: as long as somebody may wait for its response. */
const formMs = 60 * 60 * 1000;

/** Finds the execution that a form has started. */
export async function findStarted(
  { now }: Pick<AppContext, 'now'>,
  db: Queries,
  { integrationId, formId }: { integrationId: string; formId: string | undefined },
): Promise<{ kind: 'queued'; executionId: string } | undefined> {
  if (formId === undefined) return undefined;
  const executionId = await findExecutionByKey(db, integrationId, keyOf(formId), now());
  return executionId === undefined ? undefined : { kind: 'queued', executionId };
}

/** No header's value begins with a space, so no sender's key looks like this. */
function keyOf(formId: string): string {
  return ` form ${formId}`;
}

/**
 * Starts an execution, unless the same form has started one: then returns that one. The form is noted among the keys of
 * deliveries.
 */
export async function startOnce<Other extends { kind: 'form-changed' }>(
  { now }: Pick<AppContext, 'now'>,
  tx: Queries,
  { integrationId, formId }: { integrationId: string; formId: string | undefined },
  start: () => Promise<Queued | Other>,
): Promise<Queued | Other> {
  const started = await findStarted({ now }, tx, { integrationId, formId });
  if (started) return started;
  const outcome = await start();
  if (outcome.kind === 'queued' && formId !== undefined) {
    const row = { integration_id: integrationId, key: keyOf(formId), execution_id: outcome.executionId };
    await upsertWebhookKey(tx, { ...row, expires_at: now() + formMs });
  }
  return outcome;
}
