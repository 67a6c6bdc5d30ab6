// The queue. A job is a row. The runner that holds its lease may work on it, and proves that with owner and number at every
// write, so that a runner that slept through its lease can change nothing when it wakes and another one has taken the job.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import type { JobKind } from '../../core/tables';

/** A lease that a runner holds on a job. */
export interface Lease {
  jobId: number;
  owner: string;
  number: number;
}

interface NewJob {
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

/** Checks whether a removal of an integration or an organization is due, and no runner has begun it. */
export async function hasDueRemoval(db: Queries, now: number): Promise<boolean> {
  const due = db.build
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['purge-integration', 'purge-organization'])
    .where('lease_owner', 'is', null)
    .where('run_at', '<=', now)
    .limit(1);
  return (await db.first(due)) !== undefined;
}

/** Returns the leases that this owner still holds, by {@link leaseKey}. */
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

/** Returns the key of a lease in the result of {@link listHeldLeases}. */
export function leaseKey({ jobId, number }: Pick<Lease, 'jobId' | 'number'>): string {
  return `${jobId}:${number}`;
}

/** Checks whether the lease still stands. Every write of a run checks this first, in the same transaction. */
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

/**
 * Renews a lease until `leasedUntil`, as a heartbeat; also one that ran out, unless another runner freed it meanwhile. Returns
 * false when the lease was lost.
 */
export async function renewLease(db: Queries, lease: Lease, leasedUntil: number): Promise<boolean> {
  return (await db.run(renewQuery({ ...lease, leasedUntil }))) > 0;
}

const renewQuery = compileQuery<Lease & { leasedUntil: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ leased_until: value('leasedUntil') })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** Ends a job. Returns false, and changes nothing, when the lease was lost. */
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

/** Deletes a leased job, so that its runner loses the lease. Leaves a job without a lease unchanged. */
export async function deleteLeasedJob(db: Queries, kind: JobKind, subjectId: string): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('jobs')
      .where('lease_owner', 'is not', null)
      .where('subject_id', '=', subjectId)
      .where('kind', '=', kind),
  );
}

/** Gives a job back, to be claimed again at `runAt`. Changes nothing when the lease was lost. */
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

/** Counts the deaths and failures of a job anew, so that it is no longer a suspect. */
export const resetBlameQuery = compileQuery<Lease>((build, value) =>
  build
    .updateTable('jobs')
    .set({ deaths: 0, failures: 0, trial: null })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** Sets the time from which a job's age counts: no runner worked on it while the execution waited before a call. */
export function restartJobAgeQuery(lease: Lease, at: number) {
  return restartAgeQuery({ ...lease, at });
}

const restartAgeQuery = compileQuery<Lease & { at: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ created_at: value('at') })
    .where('id', '=', value('jobId'))
    .where('lease_owner', '=', value('owner'))
    .where('lease_number', '=', value('number')),
);

/** A job that only waits for its turn at a connection with a pace cannot have ended a process. */
const isToBlame = sql<boolean>`(subject_id not in (select execution_id from pace_turns))`;
const deathsAfter = sql<number>`deaths + ${isToBlame}`;
const trialAfter = sql<'died' | null>`case when trial is not null and ${isToBlame} then 'died' end`;

const afterDeath = { lease_owner: null, leased_until: null, deaths: deathsAfter, trial: trialAfter };

/** The runner that looks for leases that ran out, and the time by which it judges them, in milliseconds since 1970. */
export interface LeaseJudge {
  owner: string;
  now: number;
}

/**
 * Frees the jobs of other runners whose leases ran out, and counts one death for each. Returns how many. A runner that was
 * frozen for so long leaves its own: it goes on with that work.
 */
export function freeExpiredJobs(db: Queries, { owner, now }: LeaseJudge): Promise<number> {
  return db.run(
    db.build
      .updateTable('jobs')
      .set(afterDeath)
      .where('lease_owner', '<>', owner)
      .where('leased_until', '<=', now),
  );
}

/** Frees the jobs of a runner that is known to be dead, and counts one death for each. Returns how many. */
export function freeJobsOf(db: Queries, owner: string): Promise<number> {
  return db.run(db.build.updateTable('jobs').set(afterDeath).where('lease_owner', '=', owner));
}

/** Gives back everything that a stopping runner still holds, without counting deaths. */
export function releaseJobsOf(db: Queries, owner: string): Promise<number> {
  return db.run(
    db.build
      .updateTable('jobs')
      .set({ lease_owner: null, leased_until: null, trial: null })
      .where('lease_owner', '=', owner),
  );
}

/** Returns the runners that hold leases now. */
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
