// Executions that wait to be run and are not to be run any more.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { countEndedExecutions } from './executions';
import { isQueued } from './queue/queued-executions';

/** Whose executions are cancelled, and what their logs show as the reason. */
export interface Cancelling {
  integrationId: string;
  organizationId: string;
  reason: string;
  now: number;
}

/** Cancels what has not begun. Returns how many. It takes 5 µs for each: a long queue is shortened in portions before. */
export async function cancelQueuedExecutions(db: Queries, cancelling: Cancelling): Promise<number> {
  return cancel(db, await db.all(selectQueuedOf(db, cancelling)), cancelling);
}

/** Whether so many executions of an integration wait. */
export async function hasQueued(
  db: Queries,
  owner: Pick<Cancelling, 'integrationId' | 'organizationId'>,
  count: number,
): Promise<boolean> {
  return (await db.all(selectQueuedOf(db, owner).limit(count))).length === count;
}

function selectQueuedOf(
  db: Queries,
  { integrationId, organizationId }: Pick<Cancelling, 'integrationId' | 'organizationId'>,
) {
  return db.build
    .selectFrom('executions')
    .select('id')
    .where(isQueued)
    .where('organization_id', '=', organizationId)
    .where('integration_id', '=', integrationId);
}

interface Portion extends Cancelling {
  /** Of what waits: see `executions.queue`. */
  queue: string;
  /** The id behind which it goes on. */
  after: string;
  /** So many are looked at. */
  limit: number;
}

/**
 * Cancels what is of the integration among the next that wait in a queue. Returns how many, and the last that was looked at, after
 * which to go on; undefined when there are no more.
 */
export async function cancelQueuedPortion(
  db: Queries,
  portion: Portion,
): Promise<{ cancelled: number; last: string | undefined }> {
  const { organizationId, integrationId, queue, after, limit } = portion;
  const looked = await db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'integration_id as integrationId'])
      .where(isQueued)
      .where('organization_id', '=', organizationId)
      .where('queue', '=', queue)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  const own = looked.filter((execution) => execution.integrationId === integrationId);
  const last = looked.length < limit ? undefined : looked.at(-1)?.id;
  return { cancelled: await cancel(db, own, portion), last };
}

async function cancel(
  db: Queries,
  executions: { id: string }[],
  { integrationId, reason, now }: Cancelling,
): Promise<number> {
  if (executions.length === 0) return 0;
  const ids = JSON.stringify(executions.map(({ id }) => id));
  await db.run(
    db.build
      .updateTable('executions')
      .set({ status: 'cancelled', error_message: reason, completed_at: now })
      .where('id', 'in', sql<string>`(select value from json_each(${ids}))`),
  );
  await countEndedExecutions(db, { integrationId, status: 'cancelled', at: now, count: executions.length });
  return executions.length;
}
