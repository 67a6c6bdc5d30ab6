// Since when the oldest due work waits, which metrics, alerts and the administration report. It searches each queue; where there are
// thousands, in parts, so that deliveries and pages get their turns in between.
import type { AppContext } from '~/context';
import { listHeldIntegrations, listHeldOrganizations } from '~/db/executions/queue/held-queues';
import { findOldestJob, listQueueHeads, type QueuePlace } from '~/db/executions/queue/queue-depth';
import { yieldTurn } from './event-loop';

/** How many queues one part searches, a millisecond's work or two. */
const partSize = 100;

/**
 * Returns since when the oldest due work waits that no runner has taken up, in milliseconds since 1970; undefined when none waits.
 * Executions that were set aside and that a pause, a limit or a quota holds back are not due.
 */
export async function findOldestWaiting(
  { db }: Pick<AppContext, 'db'>,
  now: number,
): Promise<number | undefined> {
  let oldest = (await findOldestJob(db, now)) ?? Infinity;
  const integrations = new Set(await listHeldIntegrations(db, now));
  const organizations = new Set(await listHeldOrganizations(db, now));
  for (let after: QueuePlace | undefined = { organizationId: '', queue: '' }; after;) {
    const heads: (QueuePlace & { at: number })[] = await listQueueHeads(db, { after, limit: partSize });
    for (const { organizationId, queue, at } of heads) {
      const isHeld = integrations.has(queue) || (queue !== '' && organizations.has(organizationId));
      if (!isHeld) oldest = Math.min(oldest, at);
    }
    after = heads.length < partSize ? undefined : heads.at(-1);
    if (after) await yieldTurn();
  }
  return oldest === Infinity ? undefined : oldest;
}
