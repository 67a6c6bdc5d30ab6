import type { AppContext } from '~/context';
import { deleteSomeIncidents } from '~/db/alerts/incident-deletion';
import { hasUnsentMessages } from '~/db/alerts/messages';
import type { Queries } from '~/db/core/queries';
import { deleteSomeExecutions } from '~/db/executions/deletion';
import { deleteIntegrationRow } from '~/db/integrations/deleted-integrations';
import { deleteSomeTests } from '~/db/integrations/recorded-tests';
import { deleteSomeVersions } from '~/db/integrations/version-deletion';
import { deleteSomeWebhookKeys } from '~/db/executions/delivery-keys';
import { deleteSomeSeen } from '~/db/memory/memory';
import { yieldUntilIdle } from '../event-loop';
import { removeAll } from '../batches';
import { removeUnusedFiles } from '../files/remove-unused-files';

/** How many executions one transaction removes: some milliseconds' work. Between two of them everybody else has a turn. */
const batchSize = 50;
const keyBatchSize = 500;
const seenBatchSize = 500;

/**
 * How long after its deletion an integration waits for messages about its incidents, in milliseconds. A message is tried for a
 * day, and where no process sends alerts, none ever leaves.
 */
const messagesMs = 2 * 24 * 3_600_000;

/**
 * Removes what a deleted integration left, in small batches: its executions with their logs and files, its delivery keys, the keys
 * it has seen, its versions, its recorded tests, its incidents, and finally its row. Returns false when `stopping` came first, or
 * when messages about its incidents still wait to be sent, which would be deleted with them; the caller then calls it again.
 */
export async function purgeIntegration(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  if (!(await purgeRows(context, id, stopping))) return false;
  for (; !stopping.aborted; await yieldUntilIdle()) {
    const isGone = await context.db.groupCommit((tx) => purgeIncidents(tx, id, context.now()));
    if (isGone !== undefined) return isGone;
  }
  return false;
}

/** Removes some incidents, and the row when none are left. Returns undefined when there may be more of them. */
async function purgeIncidents(tx: Queries, id: string, now: number): Promise<boolean | undefined> {
  if (await hasUnsentMessages(tx, { integrationId: id, deletedAfter: now - messagesMs })) return false;
  if ((await deleteSomeIncidents(tx, { integrationId: id }, batchSize)) > 0) return undefined;
  await deleteIntegrationRow(tx, id);
  return true;
}

async function purgeRows(context: AppContext, id: string, stopping: AbortSignal): Promise<boolean> {
  const pace = { rest: yieldUntilIdle, stopping };
  await removeAll(context, pace, (tx) => deleteSomeExecutions(tx, id, batchSize));
  await removeUnusedFiles(context, pace);
  await removeAll(context, pace, (tx) => deleteSomeWebhookKeys(tx, id, keyBatchSize));
  await removeAll(context, pace, (tx) => deleteSomeSeen(tx, { integrationId: id }, seenBatchSize));
  await removeAll(context, pace, (tx) => deleteSomeVersions(tx, id));
  await removeAll(context, pace, (tx) => deleteSomeTests(tx, id));
  return !stopping.aborted;
}
