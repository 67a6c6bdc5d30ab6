// Jobs with the lease that a claim gave them. A queued execution gets its job together with the lease.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { ExecutionForRun } from './queued-executions';
import type { Lease } from './jobs';
import type { Suspect, Trial } from './poison-pills';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import type { JobKind } from '../../core/tables';

/** A job that a runner has claimed. */
export interface ClaimedJob extends Lease {
  kind: JobKind;
  subjectId: string;
  organizationId: string | null;
  /** The integration of the execution; null when the job is not for an execution, or the execution is deleted. */
  integrationId: string | null;
  deaths: number;
  /** Whether the job is tried alone because of its deaths, or a process died during such a trial. */
  trial: Trial | null;
  failures: number;
  /** The execution, when this claim took it up: no runner has worked on it before. */
  execution?: ExecutionForRun;
}

/** The runner that gets a lease, the time it begins, and its length in milliseconds. */
export interface Lessee {
  owner: string;
  now: number;
  leaseMs: number;
}

/** SQLite reuses job ids, so each lease has a random number. */
const maxLeaseNumber = 2 ** 48 - 1;

function newLease({ owner, now, leaseMs }: Lessee): NewLease {
  return { owner, number: randomInt(maxLeaseNumber), leasedUntil: now + leaseMs };
}

interface NewLease {
  owner: string;
  number: number;
  leasedUntil: number;
}

/** Leases a job; returns undefined when it is gone. */
export async function leaseJob(
  db: Queries,
  {
    jobId,
    integrationId,
    trial = null,
  }: Pick<ClaimedJob, 'jobId' | 'integrationId'> & { trial?: Trial | null },
  lessee: Lessee,
): Promise<ClaimedJob | undefined> {
  const job = await db.first(claimQuery({ id: jobId, trial, ...newLease(lessee) }));
  return job && { ...job, integrationId };
}

/** Leases a job that is tried alone. A job with which a process died during a trial keeps `died`: the runner ends it. */
export function leaseSuspect(db: Queries, suspect: Suspect, lessee: Lessee): Promise<ClaimedJob | undefined> {
  return leaseJob(db, { ...suspect, trial: suspect.trial ?? 'alone' }, lessee);
}

const claimQuery = compileQuery<
  { id: number; trial: Trial | null } & NewLease,
  Omit<ClaimedJob, 'integrationId'>
>((build, value) =>
  build
    .updateTable('jobs')
    .set({
      lease_owner: value('owner'),
      lease_number: value('number'),
      leased_until: value('leasedUntil'),
      trial: value('trial'),
      queue: '',
    })
    .where('id', '=', value('id'))
    .returning([
      'id as jobId',
      'kind',
      'subject_id as subjectId',
      'organization_id as organizationId',
      sql<number>`lease_number`.as('number'),
      'deaths',
      'trial',
      'failures',
      sql<string>`lease_owner`.as('owner'),
    ]),
);

const leaseExecutionQuery = compileQuery<
  { executionId: string; organizationId: string; now: number } & NewLease
>((build, value) =>
  build.insertInto('jobs').values({
    kind: 'execution',
    subject_id: value('executionId'),
    organization_id: value('organizationId'),
    run_at: value('now'),
    created_at: value('now'),
    lease_owner: value('owner'),
    lease_number: value('number'),
    leased_until: value('leasedUntil'),
  }),
);

/** Inserts the job of an execution that is taken up, already leased. */
export async function leaseExecution(
  db: Queries,
  execution: ExecutionForRun,
  lessee: Lessee,
): Promise<ClaimedJob> {
  const { id: executionId, organization_id: organizationId, integration_id: integrationId } = execution;
  const { owner, number, leasedUntil } = newLease(lessee);
  const { now } = lessee;
  const jobId = await db.insert(
    leaseExecutionQuery({ executionId, organizationId, owner, number, leasedUntil, now }),
  );
  return {
    jobId,
    owner,
    number,
    kind: 'execution',
    subjectId: executionId,
    organizationId,
    integrationId,
    deaths: 0,
    trial: null,
    failures: 0,
    execution,
  };
}
