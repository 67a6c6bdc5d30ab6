// Cancels executions that have not ended.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { countEndedExecution, countEndedExecutions } from './ended-executions';
import { deleteWaitingJobQuery } from './queue/call-waits';
import { deleteLeasedJob } from './queue/jobs';
import { isQueued, selectBegun } from './queue/queued-executions';
import { closeRunningSteps } from './steps';

/**
 * Cancels one execution that has not ended, with its reason. A runner that works on it loses its lease and writes nothing more.
 * A waiting job that no runner holds is dropped when its turn comes. Returns false when the execution has ended.
 */
export async function cancelExecution(
  db: Queries,
  { id, integrationId, reason, now }: { id: string; integrationId: string; reason: string; now: number },
): Promise<boolean> {
  const cancelled = await db.run(
    db.build
      .updateTable('executions')
      .set({ status: 'cancelled', error_message: reason, completed_at: now })
      .where('id', '=', id)
      .where('integration_id', '=', integrationId)
      .where('status', 'in', ['queued', 'running']),
  );
  if (cancelled === 0) return false;
  await deleteLeasedJob(db, 'execution', id);
  await countEndedExecution(db, integrationId, 'cancelled', now);
  return true;
}

/** The integration whose executions are cancelled, and the reason that their logs show. */
interface Cancelling {
  integrationId: string;
  organizationId: string;
  reason: string;
  now: number;
}

/** Cancels executions that have not begun, 5 µs each; a long queue must first be shortened in batches. Returns how many. */
export async function cancelQueuedExecutions(db: Queries, cancelling: Cancelling): Promise<number> {
  return cancel(db, await db.all(selectQueuedOf(db, cancelling)), cancelling);
}

/**
 * Cancels executions that have begun and not ended, also those that wait before a call: at most `limit`, or all. They send nothing
 * further, and a call in flight is aborted within a second. Returns how many.
 */
export async function cancelBegunExecutions(
  db: Queries,
  { integrationId, organizationId, reason, now }: Cancelling,
  limit?: number,
): Promise<number> {
  const begun = await db.all(
    selectBegun(db, organizationId)
      .select('executions.id')
      .where('executions.integration_id', '=', integrationId)
      .where('executions.status', 'in', ['queued', 'running'])
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0)),
  );
  for (const { id } of begun) {
    await cancelExecution(db, { id, integrationId, reason, now });
    // Or the next batch would look at the jobs of this one again.
    await db.run(deleteWaitingJobQuery({ executionId: id }));
    await closeRunningSteps(db, { executionId: id, reason, now });
  }
  return begun.length;
}

/** Counts the executions of an integration that wait to begin, up to `most`. */
export async function countQueued(
  db: Queries,
  owner: Pick<Cancelling, 'integrationId' | 'organizationId'>,
  most: number,
): Promise<number> {
  return (await db.all(selectQueuedOf(db, owner).limit(most))).length;
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

interface Batch extends Cancelling {
  /** The queue to look in: see `executions.queue`. */
  queue: string;
  /** The id after which to go on. */
  after: string;
  /** How many executions to look at. */
  limit: number;
}

/**
 * Cancels the executions of the integration among the next `limit` that wait in a queue. Returns how many, and the last one it
 * looked at, after which to go on; `last` is undefined when there are no more.
 */
export async function cancelQueuedBatch(
  db: Queries,
  batch: Batch,
): Promise<{ cancelled: number; last: string | undefined }> {
  const { organizationId, integrationId, queue, after, limit } = batch;
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
  return { cancelled: await cancel(db, own, batch), last };
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
