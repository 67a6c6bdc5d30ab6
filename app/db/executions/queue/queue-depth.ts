// How much waits and how much is worked on, for metrics.
import { sql } from 'kysely';
import { countCallWaits, waitsNot } from './call-waits';
import { isQueued } from './queued-executions';
import type { Queries } from '../../core/queries';

/** Unleased jobs, in the words of the partial indexes: of executions, and of the product's own. */
const freeJobs = [
  sql<boolean>`lease_owner is null and kind = 'execution'`,
  sql<boolean>`lease_owner is null and kind <> 'execution'`,
];

/** How much waits to be claimed, due or not, but what waits before a call. */
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
  // A runner may have taken one up that has not said so yet.
  return Math.max(0, work - (await countCallWaits(db)));
}

/** Since when the oldest work waits that is due and that nobody has taken up; undefined when none does. */
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
  // Ids sort by time. The plus keeps SQLite from looking for the smallest id of all executions, one after the other, instead of
  // reading those that wait from their index.
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
 * The executions that were taken up and have not ended, and since when the first: those between two attempts are among them, those
 * that wait before a call are not.
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
