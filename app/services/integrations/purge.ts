import type { AppContext } from '~/context';
import { deleteSomeExecutions } from '~/db/executions/deletion';
import { deleteIntegrationRow } from '~/db/integrations/deleted-integrations';
import { deleteSomeWebhookKeys } from '~/db/executions/delivery-keys';
import { deleteSomeSeen } from '~/db/memory/memory';

/** How many executions one transaction removes, so that other writes do not wait noticeably. */
const batchSize = 200;
const keyBatchSize = 2_000;
const seenBatchSize = 500;

/**
 * Removes what a deleted integration left, in small batches: its executions with their logs, its delivery keys and the keys it
 * has seen, and finally its row. Returns false when `stopping` came first; the caller then calls it again.
 */
export async function purgeIntegration(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  while (!stopping.aborted) {
    const deleted = await context.db.groupCommit((tx) => deleteSomeExecutions(tx, id, batchSize));
    if (deleted > 0) continue;
    const forgotten = await context.db.groupCommit((tx) => deleteSomeWebhookKeys(tx, id, keyBatchSize));
    if (forgotten > 0) continue;
    const seen = await context.db.groupCommit((tx) =>
      deleteSomeSeen(tx, { integrationId: id }, seenBatchSize),
    );
    if (seen > 0) continue;
    await context.db.groupCommit((tx) => deleteIntegrationRow(tx, id));
    return true;
  }
  return false;
}
