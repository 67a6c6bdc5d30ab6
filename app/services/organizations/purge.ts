import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { deleteSomeEmails } from '~/db/accounts/emails';
import { deleteSomeIncidents } from '~/db/alerts/incident-deletion';
import { deleteSomeOpenExecutions } from '~/db/executions/deletion';
import { hasFiles } from '~/db/executions/files/file-deletion';
import { findDeletedIntegration } from '~/db/integrations/deleted-integrations';
import { deleteOrganizationRecords } from '~/db/stores/records';
import { deleteOrganizationRow } from '~/db/organizations/organizations';
import { eraseTraces } from '../erasure';
import { yieldUntilIdle } from '../event-loop';
import { removeAll } from '../batches';
import { removeUnusedFiles } from '../files/remove-unused-files';
import { purgeIntegration } from '../integrations/purge';
import { deleteUploadsOf } from '../imports/stored-uploads';

/** How many rows one transaction removes: some milliseconds' work. Between two of them everybody else has a turn. */
const batchSize = 50;

/**
 * Removes what a deleted organization left, in small batches: queued executions, incidents with their messages, integrations
 * with their executions, files, records of stores, mails, and the organization itself; then their traces. Returns false when
 * `stopping` came first; the caller then calls it again.
 */
export async function purgeOrganization(
  context: AppContext,
  id: string,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db } = context;
  const pace = { rest: yieldUntilIdle, stopping };
  for (; !stopping.aborted; await yieldUntilIdle()) {
    if ((await db.groupCommit((tx) => deleteSomeOpenExecutions(tx, id, batchSize))) > 0) continue;
    if ((await db.groupCommit((tx) => deleteSomeIncidents(tx, { organizationId: id }, batchSize))) > 0)
      continue;
    const integrationId = await findDeletedIntegration(db, id);
    if (integrationId !== undefined) {
      await purgeIntegration(context, integrationId, stopping);
      continue;
    }
    await removeUnusedFiles(context, pace);
    await removeAll(context, pace, (tx) => deleteOrganizationRecords(tx, id));
    await removeAll(context, pace, (tx) => deleteSomeEmails(tx, id, batchSize));
    if (stopping.aborted) break;
    await deleteUploadsOf(context, id);
    if (await db.groupCommit((tx) => deleteWithoutFiles(tx, id))) return eraseTraces(context, stopping);
  }
  return false;
}

/**
 * Deletes the organization's row. Returns false when it has files, which a run stored meanwhile that had not ended: they would be
 * deleted with it, all in one transaction.
 */
async function deleteWithoutFiles(tx: Queries, id: string): Promise<boolean> {
  if (await hasFiles(tx, id)) return false;
  await deleteOrganizationRow(tx, id);
  return true;
}
