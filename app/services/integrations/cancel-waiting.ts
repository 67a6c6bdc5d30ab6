// Cancels the waiting executions of an integration in portions. A hundred thousand in one transaction would block every delivery
// and every screen for more than a second.
import type { AppContext } from '~/context';
import { cancelQueuedPortion, hasQueued } from '~/db/executions/cancellation';
import type { IntegrationKey } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';

/** So many are looked at in one transaction that nobody else waits noticeably. */
const portion = 1_000;

/** Whether more waits than is cancelled along with something else. */
export function hasManyWaiting(tx: Queries, { id, organizationId }: IntegrationKey): Promise<boolean> {
  return hasQueued(tx, { integrationId: id, organizationId }, portion);
}

/** Cancels what waits now, the oldest first, ahead of a runner; what arrives meanwhile may stay. Returns how many. */
export async function cancelWaiting(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id: integrationId, organizationId }: IntegrationKey,
  reason: string,
): Promise<number> {
  let cancelled = 0;
  // What is set aside meanwhile moves from the first to the second.
  for (const queue of ['', integrationId]) {
    for (let last: string | undefined = ''; last !== undefined;) {
      const after: string = last;
      const asked = { integrationId, organizationId, queue, after, reason, limit: portion };
      // It comes to the disk with what follows.
      const done = await db.groupCommit((tx) => cancelQueuedPortion(tx, { ...asked, now: now() }), {
        until: 'with-next',
      });
      cancelled += done.cancelled;
      last = done.last;
    }
  }
  return cancelled;
}
