import type { AppContext } from '~/context';
import { deleteOldEmails } from '~/db/accounts/emails';
import { deleteOldSamples } from '~/db/executions/samples';
import { deleteOldExecutions, type EndedBefore } from '~/db/executions/deletion';
import { listRetentionDays } from '~/db/integrations/limits';
import { deleteEndedFormerSecrets } from '~/db/integrations/former-secrets';
import { deleteOldAudit } from '~/db/organizations/audit-stream';
import type { Queries } from '~/db/core/queries';
import { deleteExpiredWebhookKeys } from '~/db/executions/delivery-keys';

const dayMs = 24 * 3_600_000;
/** So many executions go in one transaction that nobody else waits noticeably. */
const batchSize = 100;

/** The times before which it ended, what is kept so many days. */
function endedBeforeDays(now: number, completed: number, failed: number): EndedBefore {
  return { completed: now - completed * dayMs, failed: now - failed * dayMs };
}

/**
 * Removes executions that ended more than `retentionDays` ago (`retentionDaysFailed` of those that failed; fewer where their
 * integration says so), with all that belongs to them, samples and mails as old, entries of the audit by a time of their own, and senders'
 * keys and former secrets that no longer count; then gives the space back. In small portions, resting between them; ends early when
 * `stopping`. Returns how many executions were removed.
 */
export async function pruneExecutions(
  { db, config, now }: AppContext,
  rest: () => Promise<void>,
  stopping: AbortSignal,
): Promise<number> {
  const { retentionDays, retentionDaysFailed } = config;
  const endedBefore = now() - retentionDays * dayMs;
  let removed = await removeOld({ endedBefore: endedBeforeDays(now(), retentionDays, retentionDaysFailed) });
  for (const { id, days } of await listRetentionDays(db)) {
    const tighter = endedBeforeDays(
      now(),
      Math.min(days, retentionDays),
      Math.min(days, retentionDaysFailed),
    );
    removed += await removeOld({ endedBefore: tighter, integrationId: id });
    const receivedBefore = now() - days * dayMs;
    await forgetAll((tx) => deleteOldSamples(tx, { receivedBefore, integrationId: id }, batchSize));
  }
  await forgetAll((tx) => deleteOldEmails(tx, endedBefore, batchSize));
  await forgetAll((tx) => deleteOldSamples(tx, { receivedBefore: endedBefore }, batchSize));
  const writtenBefore = now() - config.auditRetentionDays * dayMs;
  await forgetAll((tx) => deleteOldAudit(tx, writtenBefore, batchSize));
  await forgetAll((tx) => deleteExpiredWebhookKeys(tx, now(), batchSize));
  await forgetAll((tx) => deleteEndedFormerSecrets(tx, now(), batchSize));
  while (!stopping.aborted && (await db.care.reclaim())) await rest();
  return removed;

  async function removeOld(what: { endedBefore: EndedBefore; integrationId?: string }): Promise<number> {
    let count = 0;
    let after: string | undefined = '';
    while (after !== undefined && !stopping.aborted) {
      const from: string = after;
      const batch = await db.groupCommit((tx) =>
        deleteOldExecutions(tx, { ...what, after: from, limit: batchSize }),
      );
      count += batch.deleted;
      after = batch.last;
      await rest();
    }
    return count;
  }

  async function forgetAll(forget: (tx: Queries) => Promise<number>): Promise<void> {
    let forgotten = batchSize;
    while (forgotten === batchSize && !stopping.aborted) {
      forgotten = await db.groupCommit(forget);
      await rest();
    }
  }
}
