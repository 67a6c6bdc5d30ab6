// Integrations with limits of their own for what is kept: by days, by how executions ended, and by size. An integration can
// only keep less than the installation does.
import type { AppContext } from '~/context';
import type { Config } from '~/config';
import { deleteOldExecutions, type EndedBefore } from '~/db/executions/deletion';
import { deleteOldSamples } from '~/db/executions/samples';
import { measureSomeExecutions } from '~/db/executions/sizes';
import { deleteOldRejectedDeliveries } from '~/db/integrations/rejected-deliveries';
import { addOwnPruned, listOwnRetention } from '~/db/integrations/retention';
import type { IntegrationLimits } from '~/engine/definition/execution-limits';
import { type BatchPace, batchSize, removeAll } from '../batches';
import { noteGivenUpReplays } from './given-up-replays';

const dayMs = 24 * 3_600_000;

type RetentionLimits = Pick<IntegrationLimits, 'retentionDays' | 'retentionDaysFailed' | 'retentionMib'>;

/** Checks whether an integration has limits of its own. */
export function hasOwnRetention({
  retentionDays,
  retentionDaysFailed,
  retentionMib,
}: RetentionLimits): boolean {
  return (retentionDays ?? retentionDaysFailed ?? retentionMib) !== null;
}

/** Returns for how many days completed and failed executions are kept, never longer than the installation keeps them. */
export function findRetentionDays(
  own: Pick<IntegrationLimits, 'retentionDays' | 'retentionDaysFailed'>,
  { retentionDays, retentionDaysFailed }: Config,
): { completed: number; failed: number } {
  const ownFailed = own.retentionDaysFailed ?? own.retentionDays;
  return {
    completed: Math.min(own.retentionDays ?? Infinity, retentionDays),
    failed: Math.min(ownFailed ?? Infinity, retentionDaysFailed),
  };
}

/**
 * Removes what integrations with limits of their own no longer keep, including samples and rejections as old as completed
 * executions, and notes at each integration what was removed. Beyond the size, completed and cancelled executions are removed
 * before failed ones, the oldest first, but none that ended within a day or is to be replayed automatically. Returns how many
 * executions were removed.
 */
export async function pruneByOwnLimits(context: AppContext, pace: BatchPace): Promise<number> {
  const { db, config, now } = context;
  let removed = 0;
  for (const own of await listOwnRetention(db)) {
    const days = findRetentionDays(own, config);
    const receivedBefore = now() - days.completed * dayMs;
    const endedBefore = { completed: receivedBefore, failed: now() - days.failed * dayMs };
    removed += (await removeOld(context, pace, { id: own.id, endedBefore })).removed;
    await removeAll(context, pace, (tx) =>
      deleteOldSamples(tx, { receivedBefore, integrationId: own.id }, batchSize),
    );
    await removeAll(context, pace, (tx) =>
      deleteOldRejectedDeliveries(tx, { lastBefore: receivedBefore, integrationId: own.id }, batchSize),
    );
    if (own.retentionMib !== null)
      removed += await pruneToSize(context, pace, own.id, own.retentionMib * 1024 * 1024);
  }
  return removed;
}

async function pruneToSize(
  context: AppContext,
  pace: BatchPace,
  id: string,
  maxBytes: number,
): Promise<number> {
  const before = context.now() - dayMs;
  const excess = (await measure(context, pace, id)) - maxBytes;
  if (excess <= 0) return 0;
  const completed = await removeOld(context, pace, {
    id,
    endedBefore: { completed: before, failed: 0 },
    keepsPlanned: true,
    enoughBytes: excess,
  });
  if (completed.bytes >= excess) return completed.removed;
  const rest = await removeOld(context, pace, {
    id,
    endedBefore: { completed: before, failed: before },
    keepsPlanned: true,
    enoughBytes: excess - completed.bytes,
  });
  return completed.removed + rest.removed;
}

async function measure(
  { db }: AppContext,
  { rest, stopping }: BatchPace,
  integrationId: string,
): Promise<number> {
  let sum = 0;
  let after: string | undefined = '';
  while (after !== undefined && !stopping.aborted) {
    const from: string = after;
    const { bytes, last } = await measureSomeExecutions(db, { integrationId, after: from });
    sum += bytes;
    after = last;
    await rest();
  }
  return sum;
}

interface OldOfIntegration {
  id: string;
  endedBefore: EndedBefore;
  keepsPlanned?: boolean;
  enoughBytes?: number;
}

/** Removes old executions of an integration until the removed ones held `enoughBytes`. */
async function removeOld(
  context: AppContext,
  { rest, stopping }: BatchPace,
  { id, endedBefore, keepsPlanned = false, enoughBytes = Infinity }: OldOfIntegration,
): Promise<{ removed: number; bytes: number }> {
  const { db, now } = context;
  let [removed, bytes, replays] = [0, 0, 0];
  let after: string | undefined = '';
  let isBegun = false;
  while (after !== undefined && (isBegun || bytes < enoughBytes) && !stopping.aborted) {
    const what = {
      endedBefore,
      integrationId: id,
      keepsPlanned,
      after,
      limit: batchSize,
      // A begun execution is removed to its end, and no other one.
      enoughBytes: Math.max(1, enoughBytes - bytes),
    };
    const batch = await db.groupCommit(async (tx) => {
      const old = await deleteOldExecutions(tx, what);
      if (old.bytes > 0) await addOwnPruned(tx, { id, removed: old.deleted, bytes: old.bytes, now: now() });
      return old;
    });
    removed += batch.deleted;
    bytes += batch.bytes;
    replays += batch.replays;
    ({ last: after, isBegun } = batch);
    await rest();
  }
  noteGivenUpReplays(context, replays, 'the days of their integration are over');
  return { removed, bytes };
}
