import type { AppContext } from '~/context';
import { deleteOldEmails } from '~/db/accounts/emails';
import { deleteOldTokens } from '~/db/accounts/one-time-tokens';
import { deleteOldSamples } from '~/db/executions/samples';
import { deleteOldDays } from '~/db/executions/daily-counts';
import { deleteOldExecutions } from '~/db/executions/deletion';
import { deleteEndedFormerSecrets } from '~/db/integrations/former-secrets';
import { deleteOldRejectedDeliveries } from '~/db/integrations/rejected-deliveries';
import { deleteSupersededVersions } from '~/db/integrations/version-deletion';
import { deleteOldAuditEntries } from '~/db/organizations/audit-stream';
import { deleteExpiredWebhookKeys } from '~/db/executions/delivery-keys';
import { deleteExpiredRecords } from '~/db/stores/records';
import { deleteOverdueIntegrations } from '../deleted-integrations/final-deletion';
import { removeUnusedFiles } from '../files/remove-unused-files';
import { noteGivenUpReplays } from './given-up-replays';
import { pruneByOwnLimits } from './own-retention';
import { type BatchPace, batchSize, removeAll } from '../batches';
import { pruneRemovedLoops } from './removed-loops';

const dayMs = 24 * 3_600_000;
/** How many days the counts by day are kept, and versions that were superseded. */
const keptDays = 730;
/** The versions of an integration that are kept however old they are. */
const newestVersions = 100;
/** The days that an execution may take at most, waits included, with which it uses its version. */
const longestDays = 31;

/**
 * Removes executions that ended more than `retentionDays` ago (`retentionDaysFailed` for failed ones; fewer where their
 * integration says so), with all that belongs to them, large files that nothing uses any more, and equally old samples,
 * rejections, mails and entries of removed for eachs. Removes audit entries after their own time, equally old links of mails,
 * and senders' keys and former secrets that no longer count, and records of stores that have expired. Removes counts by day and
 * superseded versions after two years, and no version that a stored execution may have used. Queues the removal of integrations
 * that can no longer be restored. Then gives the space back. Returns how many executions were removed.
 */
export async function pruneExecutions(context: AppContext, pace: BatchPace): Promise<number> {
  const { db, config, now } = context;
  const endedBefore = now() - config.retentionDays * dayMs;
  let removed = await removeOld(context, pace, endedBefore);
  removed += await pruneByOwnLimits(context, pace);
  await removeUnusedFiles(context, pace);
  await removeAll(context, pace, (tx) => deleteOldEmails(tx, endedBefore, batchSize));
  await removeAll(context, pace, (tx) => deleteOldSamples(tx, { receivedBefore: endedBefore }, batchSize));
  await removeAll(context, pace, (tx) =>
    deleteOldRejectedDeliveries(tx, { lastBefore: endedBefore }, batchSize),
  );
  await pruneRemovedLoops(context, pace, endedBefore);
  const writtenBefore = now() - config.auditRetentionDays * dayMs;
  await removeAll(context, pace, (tx) => deleteOldAuditEntries(tx, writtenBefore, batchSize));
  await removeAll(context, pace, (tx) => deleteOldTokens(tx, writtenBefore, batchSize));
  await removeAll(context, pace, (tx) => deleteExpiredWebhookKeys(tx, now(), batchSize));
  await removeAll(context, pace, (tx) => deleteEndedFormerSecrets(tx, now(), batchSize));
  await removeAll(context, pace, (tx) => deleteExpiredRecords(tx, now()));
  await pruneHistory(context, pace);
  await removeAll(context, pace, (tx) => deleteOverdueIntegrations(context, tx, batchSize));
  while (!pace.stopping.aborted && (await db.file.reclaim())) await pace.rest();
  return removed;
}

async function pruneHistory(context: AppContext, pace: BatchPace): Promise<void> {
  const { config, now } = context;
  const { retentionDays, retentionDaysFailed } = config;
  await removeAll(context, pace, (tx) => deleteOldDays(tx, now() - keptDays * dayMs, batchSize));
  const usedDays = Math.max(retentionDays, retentionDaysFailed) + longestDays;
  const superseded = { before: now() - Math.max(keptDays, usedDays) * dayMs, newest: newestVersions };
  await removeAll(context, pace, (tx) => deleteSupersededVersions(tx, superseded));
}

async function removeOld(context: AppContext, pace: BatchPace, completed: number): Promise<number> {
  const { db, config, now } = context;
  const failed = now() - config.retentionDaysFailed * dayMs;
  let [removed, replays] = [0, 0];
  let after: string | undefined = '';
  while (after !== undefined && !pace.stopping.aborted) {
    const from: string = after;
    const what = { endedBefore: { completed, failed }, after: from, limit: batchSize };
    const batch = await db.groupCommit((tx) => deleteOldExecutions(tx, what));
    removed += batch.deleted;
    replays += batch.replays;
    after = batch.last;
    await pace.rest();
  }
  noteGivenUpReplays(context, replays, 'their days are over');
  return removed;
}
