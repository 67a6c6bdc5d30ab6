// Claims due work in turns: jobs, and executions that no runner has taken up. Such an execution needs no job until then, which
// saves a row for every delivery. The claim that takes it up inserts its job, already leased.
import {
  findNextOrganization,
  listDueSystemJobs,
  listDueJobsOf,
  listDueOf,
  listQueuesOf,
  setAside,
  type Due,
} from './waiting-queues';
import { listDueAccountMails } from './account-mails';
import { type StartLimit, joinStartLimits, listStartLimits } from './start-limits';
import { createQuotaLimit } from './quota';
import { startExecution } from './queued-executions';
import { type ClaimedJob, leaseExecution, leaseJob, leaseSuspect, type Lessee } from './claimed-job';
import { findSuspects, type Suspects } from './poison-pills';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import { findClaimQuota, type Quota } from '../../organizations/quotas';
import type { SystemJobKind } from '../../core/tables';

/** The room for new work. The claim asks it before each job and tells it of each that it takes; work without room waits. */
export interface ClaimCapacity {
  /** With `integrationId` undefined: whether there is room for any integration. */
  has(organizationId: string, integrationId?: string): boolean;
  take(organizationId: string, integrationId: string): void;
  hasSystem(kind: SystemJobKind): boolean;
  takeSystem(kind: SystemJobKind): void;
}

interface Claim extends Lessee {
  limit: number;
  /** The organization whose work was claimed last; the claim begins with the next one. */
  after?: string;
  /** Returns the queue of an organization that was served last; the claim begins with the next one. */
  afterIn?: (organizationId: string) => string | undefined;
  /** Without limits unless given. */
  room?: ClaimCapacity;
}

export interface Claimed {
  jobs: ClaimedJob[];
  /** The queue that was served last, by organization. */
  lastQueues: Map<string, string>;
  /** There was more work than one claim may look at. */
  hasMore: boolean;
}

const boundless: ClaimCapacity = {
  has: () => true,
  take: () => {},
  hasSystem: () => true,
  takeSystem: () => {},
};

/** The most waiting executions that one claim sets aside; each takes some microseconds. */
const maxSetAside = 256;

/** Returns the next job of its queue, leased; undefined when none may begin now. */
type Serve = () => Promise<ClaimedJob | undefined>;

interface Claiming extends Claim {
  room: ClaimCapacity;
  claimed: Claimed;
  mayBeSetAside: number;
  suspects: Suspects | undefined;
}

const findPauseQuery = compileQuery<object, { pausedAt: number | null }>((build) =>
  build.selectFrom('installation').select('paused_at as pausedAt').where('one', '=', 1),
);

/**
 * Leases up to `limit` due jobs and queued executions to `owner`: one of each organization in turn, within an organization one
 * of each waiting integration, the oldest first, so that nobody waits behind another's long queue. The cost grows with `limit`
 * and with the number of waiting organizations and integrations, not with the length of their queues. While the installation is
 * paused it leases the mails about accounts alone that were written since.
 */
export async function claimJobs(db: Queries, claim: Claim): Promise<Claimed> {
  const claimed: Claimed = { jobs: [], lastQueues: new Map(), hasMore: false };
  // The pause is checked here again: another process may have paused the installation since the runner looked.
  const since = (await db.first(findPauseQuery({})))?.pausedAt ?? null;
  const suspects = since === null ? await findSuspects(db, claim) : undefined;
  const claiming = { room: boundless, ...claim, claimed, mayBeSetAside: maxSetAside, suspects };
  const suspect = await serveSuspect(db, claiming);
  if (suspect) claimed.jobs.push(suspect);
  let serving =
    since === null
      ? await listServers(db, claiming)
      : [serveSystem(db, claiming, (asked) => listDueAccountMails(db, { ...asked, since }))];
  while (serving.length > 0) {
    const stillServing: Serve[] = [];
    for (const serve of serving) {
      if (claimed.jobs.length >= claim.limit) return claimed;
      const job = await serve();
      if (!job) continue;
      claimed.jobs.push(job);
      stillServing.push(serve);
    }
    serving = stillServing;
  }
  return claimed;
}

/** Lists one round: the organizations after the last one, the product's own jobs, and the other organizations. */
async function listServers(db: Queries, claiming: Claiming): Promise<Serve[]> {
  const { after = '', limit, room } = claiming;
  const servers: Serve[] = [];
  async function addBetween(start: string, end: string | undefined) {
    let next = await findNextOrganization(db, start);
    while (next !== undefined && servers.length <= limit) {
      if (end !== undefined && next > end) return;
      const quota = room.has(next) ? await findClaimQuota(db, next) : undefined;
      if (quota) servers.push(serveOrganization(db, { organizationId: next, quota }, claiming));
      next = await findNextOrganization(db, next);
    }
  }
  await addBetween(after, undefined);
  servers.push(serveSystem(db, claiming, (asked) => listDueSystemJobs(db, asked)));
  if (after !== '') await addBetween('', after);
  return servers;
}

function serveSystem(
  db: Queries,
  claiming: Claiming,
  listDue: (asked: { now: number; limit: number }) => Promise<{ jobId: number; kind: SystemJobKind }[]>,
): Serve {
  const { room, now, limit } = claiming;
  let due: { jobId: number; kind: SystemJobKind }[] | undefined;
  return async () => {
    due ??= await listDue({ now, limit });
    for (let next = due.shift(); next; next = due.shift()) {
      if (!room.hasSystem(next.kind)) continue;
      room.takeSystem(next.kind);
      return leaseJob(db, { jobId: next.jobId, integrationId: null }, claiming);
    }
    return undefined;
  };
}

/** Leases at most one suspect. The next ones wait until it has shown that it does no harm. */
async function serveSuspect(db: Queries, claiming: Claiming): Promise<ClaimedJob | undefined> {
  const { suspects, room } = claiming;
  for (const suspect of suspects?.waiting ?? []) {
    const { organizationId, integrationId } = suspect;
    if (!room.has(organizationId, integrationId ?? undefined)) continue;
    room.take(organizationId, integrationId ?? '');
    return leaseSuspect(db, suspect, claiming);
  }
  return undefined;
}

interface Organization {
  organizationId: string;
  quota: Quota;
}

/** Serves the queues of an organization in turn: the queue of recent arrivals, and those of integrations that had to wait. */
function serveOrganization(db: Queries, organization: Organization, claiming: Claiming): Serve {
  const { claimed, room } = claiming;
  const { organizationId } = organization;
  let queues: Queue[] | undefined;
  return async () => {
    queues ??= await listQueues(db, organization, claiming);
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      if (!room.has(organizationId)) return undefined;
      const job = await queue.serve();
      if (!job) continue;
      queues.push(queue);
      claimed.lastQueues.set(organizationId, queue.name);
      return job;
    }
    return undefined;
  };
}

/** Returns the start limit of an integration; undefined when nothing holds it back. */
type FindStartLimit = (integrationId: string) => StartLimit | undefined;

interface Queue {
  /** The integration's id; '' for recent arrivals. */
  name: string;
  serve: Serve;
}

async function listQueues(db: Queries, organization: Organization, claiming: Claiming): Promise<Queue[]> {
  const { organizationId } = organization;
  const names = await listQueuesOf(db, organizationId);
  const limits = await listStartLimits(db, organizationId, claiming.now);
  const quotaLimit = createQuotaLimit(db, organization, claiming.now);
  const findStartLimit: FindStartLimit = (integrationId) =>
    joinStartLimits(limits.get(integrationId), quotaLimit);
  /** Integrations with executions set aside earlier; their recent arrivals come after those. */
  const waiting = new Set(names);
  const arrivals = {
    name: '',
    serve: serveArrivals(db, { organizationId, findStartLimit }, claiming, waiting),
  };
  const queues = [
    arrivals,
    ...names.map((name) => ({
      name,
      serve: serveIntegration(
        db,
        { organizationId, integrationId: name, startLimit: findStartLimit(name) },
        claiming,
        waiting,
      ),
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
  {
    organizationId,
    integrationId,
    startLimit,
  }: { organizationId: string; integrationId: string; startLimit: StartLimit | undefined },
  claiming: Claiming,
  waiting: Set<string>,
): Serve {
  const { room, limit, now, suspects } = claiming;
  let due: Due[] | undefined;
  return async () => {
    if (suspects?.integrationIds.has(integrationId)) return undefined;
    if (!room.has(organizationId, integrationId)) return undefined;
    const asked = { organizationId, queue: integrationId, now, limit };
    // Executions that have begun go on.
    due ??= (await startLimit?.isHeld()) ? await listDueJobsOf(db, asked) : await listDueOf(db, asked);
    if (await startLimit?.isHeld()) due = due.filter(({ jobId }) => jobId !== null);
    const next = due.shift();
    if (!next) return undefined;
    room.take(organizationId, integrationId);
    if (due.length === 0) waiting.delete(integrationId);
    return lease(db, next, claiming, startLimit);
  };
}

/** Sets aside what may not begin until it finds something that may. */
function serveArrivals(
  db: Queries,
  { organizationId, findStartLimit }: { organizationId: string; findStartLimit: FindStartLimit },
  claiming: Claiming,
  waiting: Set<string>,
): Serve {
  const { room, now, claimed, suspects } = claiming;
  let due: Due[] = [];
  let isAll = false;
  return async () => {
    while (room.has(organizationId)) {
      if (due.length === 0) {
        if (isAll) return undefined;
        due = await listDueOf(db, { organizationId, queue: '', now, limit: arrivalsAtOnce });
        isAll = due.length < arrivalsAtOnce;
      }
      const next = due[0];
      if (!next) return undefined;
      const { integrationId } = next;
      const startLimit = integrationId === null ? undefined : findStartLimit(integrationId);
      // A job whose execution was deleted can only end.
      const mayBegin =
        integrationId === null ||
        (!suspects?.integrationIds.has(integrationId) &&
          !waiting.has(integrationId) &&
          room.has(organizationId, integrationId) &&
          !(next.jobId === null && startLimit && (await startLimit.isHeld())));
      if (mayBegin) {
        due.shift();
        room.take(organizationId, integrationId ?? '');
        return lease(db, next, claiming, startLimit);
      }
      if (claiming.mayBeSetAside === 0) {
        claimed.hasMore = true;
        return undefined;
      }
      claiming.mayBeSetAside -= 1;
      due.shift();
      await setAside(db, next, integrationId);
    }
    return undefined;
  };
}

/** Usually there is room for few at once, and reading more costs more. */
const arrivalsAtOnce = 16;

async function lease(
  db: Queries,
  due: Due,
  claiming: Claiming,
  startLimit: StartLimit | undefined,
): Promise<ClaimedJob | undefined> {
  if (due.jobId !== null) return leaseJob(db, due, claiming);
  const execution = await startExecution(db, due.executionId, claiming.now);
  if (execution) await startLimit?.noteBegun(execution.id);
  return execution && (await leaseExecution(db, execution, claiming));
}
