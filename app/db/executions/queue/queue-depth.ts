// Counts the work that waits and the work that runs, for metrics.
import { sql } from 'kysely';
import { countCallWaits, waitsNot } from './call-waits';
import { selectHeldIntegrations, selectHeldOrganizations } from './held-queues';
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

/**
 * The oldest queued execution of the first queue, and of the one behind the queue of an execution. So the oldest of all queues
 * takes a search in the index for each queue, however many wait.
 */
const firstOfQueues = sql`select id from executions where status = 'queued'
  order by organization_id, queue, id limit 1`;
const firstOfNextQueue = sql<string>`coalesce(
  (select next.id from executions as next where next.status = 'queued'
    and next.organization_id = executions.organization_id and next.queue > executions.queue
    order by next.queue, next.id limit 1),
  (select next.id from executions as next where next.status = 'queued'
    and next.organization_id > executions.organization_id
    order by next.organization_id, next.queue, next.id limit 1))`;

/**
 * Returns since when the oldest due work waits that no runner has taken up; undefined when none waits. Executions that were set
 * aside and that a pause, a limit or a quota holds back are not due.
 */
export async function findOldestWaiting(db: Queries, now: number): Promise<number | undefined> {
  const jobs = freeJobs.map((isFree) =>
    db.first(
      db.build
        .selectFrom('jobs')
        .select((eb) => eb.fn.min('run_at').as('at'))
        .where(isFree)
        .where('run_at', '<=', now),
    ),
  );
  const execution = db.first(
    db.build
      .withRecursive('heads(id)', (build) =>
        build
          .selectFrom(sql<{ id: string }>`(${firstOfQueues})`.as('first'))
          .select('first.id')
          .unionAll(
            build
              .selectFrom('heads')
              .innerJoin('executions', 'executions.id', 'heads.id')
              .select(firstOfNextQueue.as('id')),
          ),
      )
      .selectFrom('heads')
      .innerJoin('executions', 'executions.id', 'heads.id')
      .select((eb) => eb.fn.min('started_at').as('at'))
      .where('queue', 'not in', selectHeldIntegrations(db, now))
      .where(({ and, eb, not }) =>
        not(and([eb('queue', '<>', ''), eb('organization_id', 'in', selectHeldOrganizations(db, now))])),
      ),
  );
  const times = (await Promise.all([...jobs, execution])).flatMap((found) => found?.at ?? []);
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
