// What is due, claimed in turns: jobs, and executions that nobody has taken up. Those need no job until then, which
// spares every delivery a row; being taken up gives them one, already leased.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import {
  findNextOrganization,
  listDueSystemJobs,
  listDueOf,
  listQueuesOf,
  setAside,
  type Due,
} from './waiting-queues';
import { type ExecutionForRun, startExecution } from './queued-executions';
import type { Lease } from './jobs';
import type { Queries } from '../../core/queries';
import { isOrganizationDeleted } from '../../organizations/organizations';
import { compileQuery } from '../../core/compiled-query';
import type { JobKind, SystemJobKind } from '../../core/schema';

export interface ClaimedJob extends Lease {
  kind: JobKind;
  subjectId: string;
  organizationId: string | null;
  /** Whose execution it is; null when it is none, or is gone. */
  integrationId: string | null;
  deaths: number;
  failures: number;
  /** The execution, when this claim took it up: nobody has worked on it before. */
  execution?: ExecutionForRun;
}

/** What may still begin. It is asked before each job and notified of each that is taken; what it has no room for waits. */
export interface ClaimCapacity {
  /** `integrationId` undefined: of any. */
  has(organizationId: string, integrationId?: string): boolean;
  take(organizationId: string, integrationId: string): void;
  hasSystem(kind: SystemJobKind): boolean;
  takeSystem(kind: SystemJobKind): void;
}

interface Claim {
  owner: string;
  limit: number;
  now: number;
  leaseMs: number;
  /** The organization whose work was claimed last: the next one is served first. */
  after?: string;
  /** The queue of an organization that was served last, for the same reason. */
  afterIn?: (organizationId: string) => string | undefined;
  /** Without bounds unless given. */
  room?: ClaimCapacity;
}

export interface Claimed {
  jobs: ClaimedJob[];
  /** The queue that was served last, by organization. */
  lastQueues: Map<string, string>;
  /** There was more to look at than one claim may. */
  hasMore: boolean;
}

const boundless: ClaimCapacity = {
  has: () => true,
  take: () => {},
  hasSystem: () => true,
  takeSystem: () => {},
};

/** So much that has to wait is set aside in one claim, at some microseconds each. */
const mostSetAside = 256;

/** Returns the next job of its queue, leased; undefined when there is none that may begin now. */
type Serve = () => ClaimedJob | undefined;

interface Claiming extends Claim {
  room: ClaimCapacity;
  claimed: Claimed;
  mayBeSetAside: number;
}

/**
 * Leases up to `limit` due jobs and queued executions to `owner`: one of each organization in turn, of an organization
 * one of each integration that waits, the oldest first, so that nobody waits behind another's long queue. The cost grows
 * with `limit` and with those that wait, not with their queues.
 */
export function claimJobs(db: Queries, claim: Claim): Claimed {
  const claimed: Claimed = { jobs: [], lastQueues: new Map(), hasMore: false };
  const claiming = { room: boundless, ...claim, claimed, mayBeSetAside: mostSetAside };
  let serving = listServers(db, claiming);
  while (serving.length > 0) {
    const stillServing: Serve[] = [];
    for (const serve of serving) {
      if (claimed.jobs.length >= claim.limit) return claimed;
      const job = serve();
      if (!job) continue;
      claimed.jobs.push(job);
      stillServing.push(serve);
    }
    serving = stillServing;
  }
  return claimed;
}

/** Once round: the organizations that come after the last one, the product's own jobs, and the other organizations. */
function listServers(db: Queries, claiming: Claiming): Serve[] {
  const { after = '', limit, room } = claiming;
  const servers: Serve[] = [];
  function addBetween(start: string, end: string | undefined) {
    let next = findNextOrganization(db, start);
    while (next !== undefined && servers.length <= limit) {
      if (end !== undefined && next > end) return;
      if (room.has(next) && !isOrganizationDeleted(db, next)) {
        servers.push(serveOrganization(db, next, claiming));
      }
      next = findNextOrganization(db, next);
    }
  }
  addBetween(after, undefined);
  servers.push(serveSystem(db, claiming));
  if (after !== '') addBetween('', after);
  return servers;
}

function serveSystem(db: Queries, claiming: Claiming): Serve {
  const { room, now, limit } = claiming;
  let due: { jobId: number; kind: SystemJobKind }[] | undefined;
  return () => {
    due ??= listDueSystemJobs(db, { now, limit });
    for (let next = due.shift(); next; next = due.shift()) {
      if (!room.hasSystem(next.kind)) continue;
      room.takeSystem(next.kind);
      return leaseJob(db, next.jobId, null, claiming);
    }
    return undefined;
  };
}

/** The queues of an organization in turn: the one of what came of late, and those of integrations that had to wait. */
function serveOrganization(db: Queries, organizationId: string, claiming: Claiming): Serve {
  const { claimed, room } = claiming;
  let queues: Queue[] | undefined;
  return () => {
    queues ??= listQueues(db, organizationId, claiming);
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      if (!room.has(organizationId)) return undefined;
      const job = queue.serve();
      if (!job) continue;
      queues.push(queue);
      claimed.lastQueues.set(organizationId, queue.name);
      return job;
    }
    return undefined;
  };
}

interface Queue {
  /** The integration's id; '' for what came of late. */
  name: string;
  serve: Serve;
}

function listQueues(db: Queries, organizationId: string, claiming: Claiming): Queue[] {
  const names = listQueuesOf(db, organizationId);
  /** Integrations of which something was set aside before: what came of late is behind that. */
  const waiting = new Set(names);
  const arrivals = { name: '', serve: serveArrivals(db, organizationId, claiming, waiting) };
  const queues = [
    arrivals,
    ...names.map((name) => ({
      name,
      serve: serveIntegration(db, { organizationId, integrationId: name }, claiming, waiting),
    })),
  ];
  const last = claiming.afterIn?.(organizationId);
  const first =
    last === undefined
      ? 0
      : Math.max(
          0,
          queues.findIndex(({ name }) => name > last),
        );
  return [...queues.slice(first), ...queues.slice(0, first)];
}

function serveIntegration(
  db: Queries,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
  claiming: Claiming,
  waiting: Set<string>,
): Serve {
  const { room, limit, now } = claiming;
  let due: Due[] | undefined;
  return () => {
    if (!room.has(organizationId, integrationId)) return undefined;
    due ??= listDueOf(db, { organizationId, queue: integrationId, now, limit });
    const next = due.shift();
    if (!next) return undefined;
    room.take(organizationId, integrationId);
    if (due.length === 0) waiting.delete(integrationId);
    return lease(db, next, claiming);
  };
}

/** What may not begin is set aside until something is found that may. */
function serveArrivals(db: Queries, organizationId: string, claiming: Claiming, waiting: Set<string>): Serve {
  const { room, now, claimed } = claiming;
  let due: Due[] = [];
  let isAll = false;
  return () => {
    while (room.has(organizationId)) {
      if (due.length === 0) {
        if (isAll) return undefined;
        due = listDueOf(db, { organizationId, queue: '', now, limit: arrivalsAtOnce });
        isAll = due.length < arrivalsAtOnce;
      }
      const next = due[0];
      if (!next) return undefined;
      const { integrationId } = next;
      // Whose execution is gone has nothing to do but to end.
      const mayBegin =
        integrationId === null || (!waiting.has(integrationId) && room.has(organizationId, integrationId));
      if (mayBegin) {
        due.shift();
        room.take(organizationId, integrationId ?? '');
        return lease(db, next, claiming);
      }
      if (claiming.mayBeSetAside === 0) {
        claimed.hasMore = true;
        return undefined;
      }
      claiming.mayBeSetAside -= 1;
      due.shift();
      setAside(db, next, integrationId);
    }
    return undefined;
  };
}

/** Usually few have room at once, and reading more costs more. */
const arrivalsAtOnce = 16;

function lease(db: Queries, due: Due, claiming: Claiming): ClaimedJob | undefined {
  if (due.jobId !== null) return leaseJob(db, due.jobId, due.integrationId, claiming);
  const execution = startExecution(db, due.executionId, claiming.now);
  return execution && leaseExecution(db, execution, claiming);
}

/** Job ids are used again, so a lease has a random number. */
const maxLeaseNumber = 2 ** 48 - 1;

function newLease({ owner, now, leaseMs }: Claim): NewLease {
  return { owner, number: randomInt(maxLeaseNumber), leasedUntil: now + leaseMs };
}

interface NewLease {
  owner: string;
  number: number;
  leasedUntil: number;
}

function leaseJob(
  db: Queries,
  jobId: number,
  integrationId: string | null,
  claiming: Claiming,
): ClaimedJob | undefined {
  const job = db.first(claimQuery({ id: jobId, ...newLease(claiming) }));
  return job && { ...job, integrationId };
}

const claimQuery = compileQuery<{ id: number } & NewLease, Omit<ClaimedJob, 'integrationId'>>(
  (build, value) =>
    build
      .updateTable('jobs')
      .set({
        lease_owner: value('owner'),
        lease_number: value('number'),
        leased_until: value('leasedUntil'),
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
function leaseExecution(db: Queries, execution: ExecutionForRun, claim: Claim): ClaimedJob {
  const { id: executionId, organization_id: organizationId, integration_id: integrationId } = execution;
  const { owner, number, leasedUntil } = newLease(claim);
  const { now } = claim;
  const jobId = db.insert(
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
    failures: 0,
    execution,
  };
}
