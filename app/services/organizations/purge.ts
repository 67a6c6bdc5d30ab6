import type { AppContext } from '~/context';
import { deleteSomeEmails } from '~/db/accounts/emails';
import { rewriteIndexBatch } from '~/db/executions/search/search-index';
import { deleteSomeOpenExecutions } from '~/db/executions/deletion';
import { findDeletedIntegration } from '~/db/integrations/deleted-integrations';
import { deleteOrganizationRow } from '~/db/organizations/organizations';
import { purgeIntegration } from '../integrations/purge';
import { deleteUploadsOf } from '../imports/stored-uploads';

/** How many rows one transaction removes, so that nobody else waits noticeably. */
const batchSize = 200;
/** How many pages of the index one transaction rewrites. */
const batchPages = 64;

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
  let more = true;
  for (let first = true; more; first = false) {
    if (stopping.aborted) return false;
    more = await db.groupCommit((tx) => rewriteIndexBatch(tx, batchPages, first));
  }
  await db.file.emptyLog();
  return true;
}
