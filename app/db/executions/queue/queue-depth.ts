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

/** Returns since when the oldest due work waits that no runner has taken up; undefined when none waits. */
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
  // Ids sort by time. The plus keeps SQLite from searching all executions in the order of their ids for the smallest queued
  // one, so that it reads the queued ones from their index.
  const execution = db.first(
    db.build
      .selectFrom('executions')
      .select('started_at as at')
      .where('id', '=', (eb) =>
        eb
          .selectFrom('executions as queued')
          .select(sql<string>`min(+queued.id)`.as('id'))
          .where(sql<boolean>`queued.status = 'queued'`),
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
