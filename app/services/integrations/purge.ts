import type { AppContext } from '~/context';
import { hasUnsentMessages } from '~/db/alerts/messages';
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
  if (!(await purgeExecutions(context, id, stopping))) return false;
  await context.db.groupCommit((tx) => deleteIntegrationRow(tx, id));
  return true;
}

/**
 * As {@link purgeIntegration}, but also returns false, and keeps the row, while messages about its incidents wait to be sent. The
 * row's end deletes them, and whoever was notified of a failure is to be notified that it is over.
 */
export async function purgeNotifiedIntegration(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  if (!(await purgeExecutions(context, id, stopping))) return false;
  return context.db.groupCommit(async (tx) => {
    if (await hasUnsentMessages(tx, id)) return false;
    await deleteIntegrationRow(tx, id);
    return true;
  });
}

async function purgeExecutions({ db }: AppContext, id: string, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    const deleted = await db.groupCommit((tx) => deleteSomeExecutions(tx, id, batchSize));
    if (deleted > 0) continue;
    const forgotten = await db.groupCommit((tx) => deleteSomeWebhookKeys(tx, id, keyBatchSize));
    if (forgotten > 0) continue;
    const seen = await db.groupCommit((tx) => deleteSomeSeen(tx, { integrationId: id }, seenBatchSize));
    if (seen === 0) return true;
  }
  return false;
}
