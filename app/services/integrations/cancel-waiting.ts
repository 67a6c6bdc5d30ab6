// Cancels the executions of an integration in batches. A hundred thousand in one transaction would block every delivery and
// every screen for more than a second.
import type { AppContext } from '~/context';
import { cancelBegunExecutions, cancelQueuedBatch, countQueued } from '~/db/executions/cancellation';
import type { IntegrationKey } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';

/** How many executions one transaction handles, so that other writes do not wait noticeably. */
const batchSize = 1_000;
/** One that has begun takes several writes. */
const begunBatchSize = 100;

/** Checks whether more executions wait than one transaction can cancel beside another change. */
export async function hasManyWaiting(tx: Queries, { id, organizationId }: IntegrationKey): Promise<boolean> {
  return (await countQueued(tx, { integrationId: id, organizationId }, batchSize)) === batchSize;
}

/** Cancels what waits now, oldest first, ahead of a runner. What arrives meanwhile may stay. Returns the number cancelled. */
export async function cancelWaiting(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id: integrationId, organizationId }: IntegrationKey,
  reason: string,
): Promise<number> {
  let cancelled = 0;
  // An execution that is set aside meanwhile moves from the first queue to the second.
  for (const queue of ['', integrationId]) {
    for (let last: string | undefined = ''; last !== undefined;) {
      const after: string = last;
      const asked = { integrationId, organizationId, queue, after, reason, limit: batchSize };
      // The disk gets this together with the next commit.
      const done = await db.groupCommit((tx) => cancelQueuedBatch(tx, { ...asked, now: now() }), {
        until: 'with-next',
      });
      cancelled += done.cancelled;
      last = done.last;
    }
  }
  return cancelled;
}

/** Cancels what has begun and not ended. What begins meanwhile may stay. */
export async function cancelBegun(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id: integrationId, organizationId }: IntegrationKey,
  reason: string,
): Promise<void> {
  let cancelled = begunBatchSize;
  while (cancelled === begunBatchSize) {
    const asked = { integrationId, organizationId, reason, now: now() };
    cancelled = await db.groupCommit((tx) => cancelBegunExecutions(tx, asked, begunBatchSize));
  }
}
