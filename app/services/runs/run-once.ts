import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findExecutionByKey, upsertWebhookKey } from '~/db/executions/delivery-keys';
import type { Problem } from '~/problem';

export type Queued = { kind: 'queued'; executionId: string } | Problem;

/** How long a form that is sent again starts nothing: as long as somebody may wait for its response. */
const formMs = 60 * 60 * 1000;

/**
 * Starts an execution, unless the same form has started one: then returns that one. The form is noted among the keys of
 * deliveries. No header's value begins with a space, so no sender's key looks like this.
 */
export async function startOnce<Other extends { kind: 'form-changed' }>(
  { now }: Pick<AppContext, 'now'>,
  tx: Queries,
  { integrationId, formId }: { integrationId: string; formId: string | undefined },
  start: () => Promise<Queued | Other>,
): Promise<Queued | Other> {
  if (formId === undefined) return start();
  const key = ` form ${formId}`;
  const executionId = await findExecutionByKey(tx, integrationId, key, now());
  if (executionId !== undefined) return { kind: 'queued', executionId };
  const outcome = await start();
  if (outcome.kind === 'queued') {
    const row = { integration_id: integrationId, key, execution_id: outcome.executionId };
    await upsertWebhookKey(tx, { ...row, expires_at: now() + formMs });
  }
  return outcome;
}
