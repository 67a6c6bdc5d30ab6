// Counts the work that waits and the work that runs, for metrics.
import { sql } from 'kysely';
import { countCallWaits, waitsNot } from './call-waits';
import { isQueued } from './queued-executions';
import type { Queries } from '../../core/queries';

/** Conditions for unleased jobs, of executions and of the product's own, written as in the partial indexes. */
const freeJobs = [
  sql<boolean>`lease_owner is null and kind = 'execution'`,
  sql<boolean>`lease_owner is null and kind <> 'execution'`,
];

/** Counts the work that waits to be claimed, due or not, without executions that wait before a call. */
export async function countWaitingWork(db: Queries): Promise<number> {
  const jobs = freeJobs.map((isFree) =>
    db.first(
      db.build
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(isFree),
    ),
  );
  const executions = db.first(
    db.build
      .selectFrom('executions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isQueued),
  );
  const found = await Promise.all([...jobs, executions]);
  const work = found.reduce((sum, row) => sum + (row?.count ?? 0), 0);
  // A runner may hold a waiting execution whose wait still has its row.
  return Math.max(0, work - (await countCallWaits(db)));
}

/** How many arrivals of an organization are looked through for those of one integration. */
const lookedThrough = 1_000;

/** Counts the executions of an integration that wait to begin, up to `limit` in each of its queues. */
export async function countWaitingOf(
  db: Queries,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
  limit: number,
): Promise<number> {
  const selectQueue = (queue: string) =>
    db.build
      .selectFrom('executions')
      .select('integration_id')
      .where(isQueued)
      .where('organization_id', '=', organizationId)
      .where('queue', '=', queue);
  const own = await db.all(selectQueue(integrationId).limit(limit));
  const arrivals = await db.all(
    db.build
      .selectFrom(selectQueue('').limit(lookedThrough).as('arrivals'))
      .select('integration_id')
      .where('integration_id', '=', integrationId)
      .limit(limit),
  );
  return own.length + arrivals.length;
}

/** The place of a queue in the order of all queues: no queue is before `{ organizationId: '', queue: '' }`. */
export interface QueuePlace {
  organizationId: string;
  queue: string;
}

/** Selects the oldest queued execution of the first queue after this one, by a search in the index, however many wait. */
function selectHeadAfter(organizationId: unknown, queue: unknown) {
  return sql<string>`coalesce(
    (select next.id from executions as next where next.status = 'queued'
      and next.organization_id = ${organizationId} and next.queue > ${queue}
      order by next.queue, next.id limit 1),
    (select next.id from executions as next where next.status = 'queued'
      and next.organization_id > ${organizationId}
      order by next.organization_id, next.queue, next.id limit 1))`;
}

/**
 * Returns the next `limit` queues in their order, each with the time since when its oldest execution waits, in milliseconds since
 * 1970. Fewer than `limit`: there are no more.
 */
export function listQueueHeads(
  db: Queries,
  { after, limit }: { after: QueuePlace; limit: number },
): Promise<(QueuePlace & { at: number })[]> {
  return db.all(
    db.build
      .withRecursive('heads(id)', (build) =>
        build
          .selectNoFrom(selectHeadAfter(after.organizationId, after.queue).as('id'))
          .unionAll(
            build
              .selectFrom('heads')
              .innerJoin('executions', 'executions.id', 'heads.id')
              .select(
                selectHeadAfter(sql.ref('executions.organization_id'), sql.ref('executions.queue')).as('id'),
              ),
          )
          .limit(limit),
      )
      .selectFrom('heads')
      .innerJoin('executions', 'executions.id', 'heads.id')
      .select(['organization_id as organizationId', 'queue', 'started_at as at'])
      .orderBy('organization_id')
      .orderBy('queue'),
  );
}

/** Returns since when the oldest due job waits that no runner has taken up; undefined when none waits. */
export async function findOldestJob(db: Queries, now: number): Promise<number | undefined> {
  const jobs = freeJobs.map((isFree) =>
    db.first(
      db.build
        .selectFrom('jobs')
        .select((eb) => eb.fn.min('run_at').as('at'))
        .where(isFree)
        .where('run_at', '<=', now),
    ),
  );
  const times = (await Promise.all(jobs)).flatMap((found) => found?.at ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/**
 * Counts the executions that were taken up and have not ended, and returns since when the oldest runs. Executions between two
 * attempts count; those that wait before a call do not.
 */
export async function findRunningWork(db: Queries): Promise<{ count: number; oldestAt: number | undefined }> {
  const running = await db.first(
    db.build
      .selectFrom('jobs')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldestAt')])
      .where('kind', '=', 'execution')
      .where(waitsNot('subject_id')),
  );
  return { count: running?.count ?? 0, oldestAt: running?.oldestAt ?? undefined };
}
