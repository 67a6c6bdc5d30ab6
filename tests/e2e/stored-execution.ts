import { newId } from '~/db/core/id';
import { insertExecution } from '~/db/executions/executions';
import { finishExecution } from '~/db/executions/ended-executions';
import type { Product } from './fixtures';

/** Stores a running execution of the integration, as a runner would, and returns its id. `payload`: JSON. */
export async function startExecution(
  { db }: Product,
  integrationId: string,
  payload = '{}',
): Promise<string> {
  const owner = await db.first(
    db.build.selectFrom('integrations').select('organization_id').where('id', '=', integrationId),
  );
  const id = newId();
  await insertExecution(db, {
    id,
    organization_id: owner?.organization_id ?? '',
    integration_id: integrationId,
    integration_version: 1,
    status: 'running',
    trigger_type: 'webhook',
    started_at: Date.now(),
    completed_at: null,
    error_message: null,
    trigger_data: payload,
  });
  return id;
}

/** Like {@link startExecution}, for an execution that ended: with an error if there is a message, else completed. */
export async function storeEndedExecution(
  product: Product,
  integrationId: string,
  { errorMessage = null, payload }: { errorMessage?: string | null; payload?: string } = {},
): Promise<string> {
  const id = await startExecution(product, integrationId, payload);
  const status = errorMessage === null ? 'completed' : 'error';
  await finishExecution(product.db, { id, integrationId, status, errorMessage, completedAt: Date.now() });
  return id;
}
