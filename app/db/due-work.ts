// What is due, claimed in turns: jobs, and executions that nobody has taken up. Those need no job until then, which
// spares every delivery a row; being taken up gives them one, already leased.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { type ExecutionForRun, isQueued, startExecution } from './executions';
import type { Lease } from './jobs';
import type { Queries } from './open';
import { prepareQuery } from './prepared';
import type { JobKind } from './schema';

export interface ClaimedJob extends Lease {
  kind: JobKind;
  subjectId: string;
  organizationId: string | null;
  deaths: number;
  failures: number;
  /** The execution, when this claim took it up: nobody has worked on it before. */
  execution?: ExecutionForRun;
}

interface Claim {
  owner: string;
  limit: number;
  now: number;
  leaseMs: number;
  /** The organization whose work was claimed last: the next one is served first. */
  after?: string;
  /** How much more of an organization's work may be in hand; no bound unless given. */
  spareFor?: (organizationId: string) => number;
}

interface QueuedExecution {
  executionId: string;
  organizationId: string;
}

type Due = { at: number } & ({ jobId: number } | QueuedExecution);

/**
 * Leases up to `limit` due jobs and queued executions to `owner`: one of each organization in turn, the oldest first, so
 * that nobody waits behind another's long queue. The cost grows with `limit` and the organizations that wait, not with
 * their queues.
 */
export function claimDueWork(db: Queries, claim: Claim): ClaimedJob[] {
  const { owner, now, leaseMs } = claim;
  const leasedUntil = now + leaseMs;
  return takeInTurn(listDueQueues(db, claim), claim.limit).flatMap((due): ClaimedJob[] => {
    const lease = { owner, number: randomInt(maxLeaseNumber), leasedUntil };
    if ('jobId' in due) return db.all(claimQuery({ id: due.jobId, ...lease }));
    const execution = startExecution(db, due.executionId, now);
    return execution ? [takeUp(db, execution, lease, now)] : [];
  });
}

/** Job ids are used again, so a lease is told from all others by chance. */
const maxLeaseNumber = 2 ** 48 - 1;

interface NewLease {
  owner: string;
  number: number;
  leasedUntil: number;
}

const claimQuery = prepareQuery<{ id: number } & NewLease, ClaimedJob>((build, value) =>
  build
    .updateTable('jobs')
    .set({
      lease_owner: value('owner'),
      lease_number: value('number'),
      leased_until: value('leasedUntil'),
    })
    .where('id', '=', value('id'))
    .returning([
      'id as jobId',
      'kind',
      'subject_id as subjectId',
      'organization_id as organizationId',
      sql<number>`lease_number`.as('number'),
      'deaths',
      'failures',
      sql<string>`lease_owner`.as('owner'),
    ]),
);

const takeUpQuery = prepareQuery<QueuedExecution & NewLease & { now: number }>((build, value) =>
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
function takeUp(db: Queries, execution: ExecutionForRun, lease: NewLease, now: number): ClaimedJob {
  const { id: executionId, organization_id: organizationId } = execution;
  const { owner, number, leasedUntil } = lease;
  const jobId = db.insert(takeUpQuery({ executionId, organizationId, owner, number, leasedUntil, now }));
  return {
    jobId,
    owner,
    number,
    kind: 'execution',
    subjectId: executionId,
    organizationId,
    deaths: 0,
    failures: 0,
    execution,
  };
}

/** What is due, a list for each of at most `limit` organizations, in the order of their turns. */
function listDueQueues(db: Queries, { limit, now, after = '', spareFor }: Claim): Due[][] {
  const queues: Due[][] = [];
  function add(organizationId: string | null) {
    const spare = organizationId === null ? limit : Math.min(limit, spareFor?.(organizationId) ?? limit);
    if (spare <= 0) return;
    const jobs: Due[] = db.all(dueJobsQuery({ organizationId, now, limit: spare }));
    const executions: Due[] =
      organizationId === null ? [] : db.all(queuedQuery({ organizationId, limit: spare }));
    const due = [...jobs, ...executions].toSorted((a, b) => a.at - b.at).slice(0, spare);
    if (due.length > 0) queues.push(due);
  }
  function addBetween(start: string, end: string | undefined) {
    let next = findNextOrganization(db, start);
    while (next !== undefined && queues.length < limit) {
      if (end !== undefined && next > end) return;
      add(next);
      next = findNextOrganization(db, next);
    }
  }
  // Once round: those that come after the last one, what belongs to no organization, and the others.
  addBetween(after, undefined);
  if (queues.length < limit) add(null);
  if (after !== '') addBetween('', after);
  return queues;
}

/** Jumps from one organization to the next in each index, over whatever each has waiting. */
function findNextOrganization(db: Queries, after: string): string | undefined {
  const ofJobs = db.first(nextOfJobsQuery({ after }))?.id;
  const ofExecutions = db.first(nextOfExecutionsQuery({ after }))?.id;
  if (ofJobs === undefined || ofExecutions === undefined) return ofJobs ?? ofExecutions;
  return ofJobs < ofExecutions ? ofJobs : ofExecutions;
}

const nextOfJobsQuery = prepareQuery<{ after: string }, { id: string }>((build, value) =>
  build
    .selectFrom('jobs')
    .select(sql<string>`organization_id`.as('id'))
    .where('lease_owner', 'is', null)
    .where('organization_id', '>', value('after'))
    .orderBy('organization_id')
    .limit(1),
);

const nextOfExecutionsQuery = prepareQuery<{ after: string }, { id: string }>((build, value) =>
  build
    .selectFrom('executions')
    .select('organization_id as id')
    .where(isQueued)
    .where('organization_id', '>', value('after'))
    .orderBy('organization_id')
    .limit(1),
);

const dueJobsQuery = prepareQuery<
  { organizationId: string | null; now: number; limit: number },
  { jobId: number; at: number }
>((build, value) =>
  build
    .selectFrom('jobs')
    .select(['id as jobId', 'run_at as at'])
    .where('lease_owner', 'is', null)
    .where('organization_id', 'is', value('organizationId'))
    .where('run_at', '<=', value('now'))
    .orderBy('run_at')
    .orderBy('id')
    .limit(value('limit')),
);

const queuedQuery = prepareQuery<{ organizationId: string; limit: number }, QueuedExecution & { at: number }>(
  (build, value) =>
    build
      .selectFrom('executions')
      .select(['id as executionId', 'organization_id as organizationId', 'started_at as at'])
      .where(isQueued)
      .where('organization_id', '=', value('organizationId'))
      .orderBy('id')
      .limit(value('limit')),
);

function takeInTurn(queues: Due[][], limit: number): Due[] {
  const taken: Due[] = [];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  for (let round = 0; round < longest; round += 1) {
    for (const queue of queues) {
      const due = queue[round];
      if (due !== undefined && taken.length < limit) taken.push(due);
    }
  }
  return taken;
}

/** How much waits to be claimed, due or not. */
export function countWaitingWork(db: Queries): number {
  const jobs = db.first(
    db.build
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('lease_owner', 'is', null),
  );
  const executions = db.first(
    db.build
      .selectFrom('executions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isQueued),
  );
  return (jobs?.count ?? 0) + (executions?.count ?? 0);
}

/** Since when the oldest work waits that is due and that nobody has taken up; undefined when none does. */
export function findOldestWaiting(db: Queries, now: number): number | undefined {
  const job = db.first(
    db.build
      .selectFrom('jobs')
      .select((eb) => eb.fn.min('run_at').as('at'))
      .where('lease_owner', 'is', null)
      .where('run_at', '<=', now),
  );
  // Ids sort by time.
  const execution = db.first(
    db.build
      .selectFrom('executions')
      .select('started_at as at')
      .where('id', '=', (eb) =>
        eb
          .selectFrom('executions as queued')
          .select((inner) => inner.fn.min('queued.id').as('id'))
          .where(sql<boolean>`queued.status = 'queued'`),
      ),
  );
  const times = [job?.at, execution?.at].filter((at) => at !== undefined && at !== null);
  return times.length > 0 ? Math.min(...times) : undefined;
}
