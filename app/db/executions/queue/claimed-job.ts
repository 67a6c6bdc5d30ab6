// A job with the lease that a claim gave it. A queued execution gets its job with the lease.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { ExecutionForRun } from './queued-executions';
import type { Lease } from './jobs';
import type { Suspect, Trial } from './suspects';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import type { JobKind } from '../../core/schema';

/** A job in the hands of the runner that claimed it. */
export interface ClaimedJob extends Lease {
  kind: JobKind;
  subjectId: string;
  organizationId: string | null;
  /** Whose execution it is; null when it is none, or is gone. */
  integrationId: string | null;
  deaths: number;
  /** Whether it is tried alone because of them, or the last process died with it when it was. */
  trial: Trial | null;
  failures: number;
  /** The execution, when this claim took it up: nobody has worked on it before. */
  execution?: ExecutionForRun;
}

/** Who gets a lease, from when and for how long, in milliseconds. */
export interface Lessee {
  owner: string;
  now: number;
  leaseMs: number;
}

/** Job ids are used again, so a lease has a random number. */
const maxLeaseNumber = 2 ** 48 - 1;

function newLease({ owner, now, leaseMs }: Lessee): NewLease {
  return { owner, number: randomInt(maxLeaseNumber), leasedUntil: now + leaseMs };
}

interface NewLease {
  owner: string;
  number: number;
  leasedUntil: number;
}

/** A job that is due; undefined when it is gone. */
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

/** A job that is tried alone; one with which a process died then is not tried again, but ended. */
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

/** The job of an execution that is taken up. */
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
