// The queue. A job is a row; the runner that holds its lease may work on it, and proves it with owner and number at
// every write, so that a runner that slept through its lease cannot change anything when it wakes.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import type { JobKind } from '../../core/schema';

/** A lease that a runner holds on a job. */
export interface Lease {
  jobId: number;
  owner: string;
  number: number;
}

export interface NewJob {
  kind: JobKind;
  subjectId: string;
  organizationId: string | null;
  runAt: number;
  now: number;
}

const insertQuery = compileQuery<NewJob>((build, value) =>
  build.insertInto('jobs').values({
    kind: value('kind'),
    subject_id: value('subjectId'),
    organization_id: value('organizationId'),
    run_at: value('runAt'),
    created_at: value('now'),
  }),
);

export async function insertJob(db: Queries, job: NewJob): Promise<void> {
  await db.run(insertQuery(job));
}

/** The leases this owner still holds, by {@link leaseKey}. */
export async function listHeldLeases(db: Queries, owner: string): Promise<Map<string, Lease>> {
  const rows = await db.all(heldQuery({ owner }));
  return new Map(rows.map((row) => [leaseKey(row), { ...row, owner }]));
}

const heldQuery = compileQuery<{ owner: string }, Omit<Lease, 'owner'>>((build, value) =>
  build
    .selectFrom('jobs')
    .select(['id as jobId', sql<number>`lease_number`.as('number')])
    .where('lease_owner', '=', value('owner'))
    .where('lease_owner', 'is not', null),
);

/** What {@link listHeldLeases} lists a lease as. */
export function leaseKey({ jobId, number }: Pick<Lease, 'jobId' | 'number'>): string {
  return `${jobId}:${number}`;
}

/** Whether the lease still stands. Every write of a run asks this first, in the same transaction. */
export async function holdsLease(db: Queries, lease: Lease): Promise<boolean> {
  return (await db.first(holdsQuery(lease))) !== undefined;
}

const holdsQuery = compileQuery<Lease>((build, value) =>
  build
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** Heartbeat: a lease lasts until `leasedUntil`, unless it was lost or ran out. False then. */
export async function extendLease(
  db: Queries,
  lease: Lease,
  now: number,
  leasedUntil: number,
): Promise<boolean> {
  return (await db.run(extendQuery({ ...lease, now, leasedUntil }))) > 0;
}

const extendQuery = compileQuery<Lease & { now: number; leasedUntil: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ leased_until: value('leasedUntil') })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number'))
    .where('leased_until', '>', value('now')),
);

/** Ends a job. False when the lease was lost meanwhile; nothing is changed then. */
export async function deleteJob(db: Queries, lease: Lease): Promise<boolean> {
  return (await db.run(deleteQuery(lease))) > 0;
}

const deleteQuery = compileQuery<Lease>((build, value) =>
  build
    .deleteFrom('jobs')
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** Takes a job from the runner that holds it: its lease is lost. Nothing happens to one without a lease. */
export async function deleteLeasedJob(db: Queries, kind: JobKind, subjectId: string): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('jobs')
      .where('lease_owner', 'is not', null)
      .where('subject_id', '=', subjectId)
      .where('kind', '=', kind),
  );
}

/** Gives a job back, to be claimed again at `runAt`. Nothing is changed when the lease was lost meanwhile. */
export function releaseJobQuery(lease: Lease, runAt: number, failed: boolean) {
  return releaseQuery({ ...lease, runAt, failures: failed ? 1 : 0 });
}

const releaseQuery = compileQuery<Lease & { runAt: number; failures: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({
      lease_owner: null,
      leased_until: null,
      trial: null,
      run_at: value('runAt'),
      failures: sql`failures + ${value('failures')}`,
    })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** Counts deaths anew: it is no suspect any more. */
export const forgiveDeathsQuery = compileQuery<Lease>((build, value) =>
  build
    .updateTable('jobs')
    .set({ deaths: 0, trial: null })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** Counts its age from a time: days that an execution waited before a call are none that a runner was at it. */
export function renewJobQuery(lease: Lease, at: number) {
  return renewQuery({ ...lease, at });
}

const renewQuery = compileQuery<Lease & { at: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ created_at: value('at') })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** A job that only waits for its turn at a connection with a pace cannot be what ended a process. */
const isToBlame = sql<boolean>`(subject_id not in (select execution_id from pace_turns))`;
const deathsAfter = sql<number>`deaths + ${isToBlame}`;
const trialAfter = sql<'died' | null>`case when trial is not null and ${isToBlame} then 'died' end`;

const afterDeath = { lease_owner: null, leased_until: null, deaths: deathsAfter, trial: trialAfter };

/** Frees the jobs of leases that ran out, one death counted for each. Returns how many. */
export function freeExpiredJobs(db: Queries, now: number): Promise<number> {
  return db.run(
    db.build
      .updateTable('jobs')
      .set(afterDeath)
      .where('lease_owner', 'is not', null)
      .where('leased_until', '<=', now),
  );
}

/** Frees the jobs of a runner that is known to be dead, one death counted for each. Returns how many. */
export function freeJobsOf(db: Queries, owner: string): Promise<number> {
  return db.run(db.build.updateTable('jobs').set(afterDeath).where('lease_owner', '=', owner));
}

/** Gives back everything a stopping runner still holds; that is no death. */
export function releaseJobsOf(db: Queries, owner: string): Promise<number> {
  return db.run(
    db.build
      .updateTable('jobs')
      .set({ lease_owner: null, leased_until: null, trial: null })
      .where('lease_owner', '=', owner),
  );
}

/** The runners that hold leases now. */
export async function listLeaseOwners(db: Queries): Promise<string[]> {
  const rows = await db.all(
    db.build
      .selectFrom('jobs')
      .select(sql<string>`lease_owner`.as('owner'))
      .where('lease_owner', 'is not', null)
      .distinct(),
  );
  return rows.map((row) => row.owner);
}
