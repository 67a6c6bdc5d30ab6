import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { deleteSomeEmails } from '~/db/accounts/emails';
import { beginIndexRewrite, mergeIndex } from '~/db/executions/search/search-index';
import { deleteSomeOpenExecutions } from '~/db/executions/deletion';
import { findDeletedIntegration } from '~/db/integrations/deleted-integrations';
import { deleteOrganizationRow } from '~/db/organizations/organizations';
import { purgeIntegration } from '../integrations/purge';
import { deleteUploadsOf } from '../imports/stored-uploads';

/** How many rows one transaction removes, so that other writes do not wait noticeably. */
const batchSize = 200;
/** How long to wait for another process that writes, in milliseconds. */
const busyMs = 50;

/**
 * Removes what a deleted organization left, in small batches: queued executions, integrations with their executions, mails, and
 * the organization itself; then its words in the search index and the copies in the write-ahead log. Returns false when
 * `stopping` came first; the caller then calls it again.
 */
export async function purgeOrganization(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db } = context;
  while (!stopping.aborted) {
    if ((await db.groupCommit((tx) => deleteSomeOpenExecutions(tx, id, batchSize))) > 0) continue;
    const integrationId = await findDeletedIntegration(db, id);
    if (integrationId !== undefined) {
      await purgeIntegration(context, integrationId, stopping);
      continue;
    }
    if ((await db.groupCommit((tx) => deleteSomeEmails(tx, id, batchSize))) > 0) continue;
    await deleteUploadsOf(context, id);
    await db.groupCommit((tx) => deleteOrganizationRow(tx, id));
    return rewriteIndex(context, stopping);
  }
  return false;
}

async function rewriteIndex({ db }: AppContext, stopping: AbortSignal): Promise<boolean> {
  let rewrite = beginIndexRewrite;
  for (let more: boolean | undefined = true; more !== false;) {
    if (stopping.aborted) return false;
    more = await rewrite(db);
    if (more) rewrite = mergeIndex;
    if (more === undefined) await sleep(busyMs);
  }
  await db.file.emptyLog();
  return true;
}
