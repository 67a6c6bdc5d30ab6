// What is due, claimed in turns: jobs, and executions that nobody has taken up. Those need no job until then, which
// spares every delivery a row; being taken up gives them one, already leased.
import {
  findNextOrganization,
  listDueSystemJobs,
  listDueJobsOf,
  listDueOf,
  listQueuesOf,
  setAside,
  type Due,
} from './waiting-queues';
import { type Brake, joinBrakes, listBrakes } from './brakes';
import { createQuotaBrake } from './quota';
import { startExecution } from './queued-executions';
import { type ClaimedJob, leaseExecution, leaseJob, leaseSuspect, type Lessee } from './claimed-job';
import { findSuspects, type Suspects } from './suspects';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import { findClaimQuota, type Quota } from '../../organizations/quotas';
import type { SystemJobKind } from '../../core/schema';

/** What may still begin. It is asked before each job and notified of each that is taken; what it has no room for waits. */
export interface ClaimCapacity {
  /** `integrationId` undefined: of any. */
  has(organizationId: string, integrationId?: string): boolean;
  take(organizationId: string, integrationId: string): void;
  hasSystem(kind: SystemJobKind): boolean;
  takeSystem(kind: SystemJobKind): void;
}

interface Claim extends Lessee {
  limit: number;
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

/** At most this many executions that have to wait are set aside in one claim; each takes some microseconds. */
const mostSetAside = 256;

/** Returns the next job of its queue, leased; undefined when there is none that may begin now. */
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
 * Leases up to `limit` due jobs and queued executions to `owner`: one of each organization in turn, of an organization
 * one of each integration that waits, the oldest first, so that nobody waits behind another's long queue. The cost grows
 * with `limit` and with those that wait, not with their queues. Nothing while the installation is paused.
 */
export async function claimJobs(db: Queries, claim: Claim): Promise<Claimed> {
  const claimed: Claimed = { jobs: [], lastQueues: new Map(), hasMore: false };
  // The pause is checked here again: another process may have paused the installation since the runner looked.
  if (((await db.first(findPauseQuery({})))?.pausedAt ?? null) !== null) return claimed;
  const suspects = await findSuspects(db, claim);
  const claiming = { room: boundless, ...claim, claimed, mayBeSetAside: mostSetAside, suspects };
  const suspect = await serveSuspect(db, claiming);
  if (suspect) claimed.jobs.push(suspect);
  let serving = await listServers(db, claiming);
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

/** Once round: the organizations that come after the last one, the product's own jobs, and the other organizations. */
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
  servers.push(serveSystem(db, claiming));
  if (after !== '') await addBetween('', after);
  return servers;
}

function serveSystem(db: Queries, claiming: Claiming): Serve {
  const { room, now, limit } = claiming;
  let due: { jobId: number; kind: SystemJobKind }[] | undefined;
  return async () => {
    due ??= await listDueSystemJobs(db, { now, limit });
    for (let next = due.shift(); next; next = due.shift()) {
      if (!room.hasSystem(next.kind)) continue;
      room.takeSystem(next.kind);
      return leaseJob(db, { jobId: next.jobId, integrationId: null }, claiming);
    }
    return undefined;
  };
}

/** One at most: those that follow wait until it has shown that it does no harm. */
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

/** The queues of an organization in turn: the one of what came of late, and those of integrations that had to wait. */
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

/** The brake of an integration; undefined when nothing holds it. */
type FindBrake = (integrationId: string) => Brake | undefined;

interface Queue {
  /** The integration's id; '' for what came of late. */
  name: string;
  serve: Serve;
}

async function listQueues(db: Queries, organization: Organization, claiming: Claiming): Promise<Queue[]> {
  const { organizationId } = organization;
  const names = await listQueuesOf(db, organizationId);
  const brakes = await listBrakes(db, organizationId, claiming.now);
  const quotaBrake = createQuotaBrake(db, organization, claiming.now);
  const findBrake: FindBrake = (integrationId) => joinBrakes(brakes.get(integrationId), quotaBrake);
  /** Integrations of which something was set aside before: what came of late is behind that. */
  const waiting = new Set(names);
  const arrivals = { name: '', serve: serveArrivals(db, { organizationId, findBrake }, claiming, waiting) };
  const queues = [
    arrivals,
    ...names.map((name) => ({
      name,
      serve: serveIntegration(
        db,
        { organizationId, integrationId: name, brake: findBrake(name) },
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
    brake,
  }: { organizationId: string; integrationId: string; brake: Brake | undefined },
  claiming: Claiming,
  waiting: Set<string>,
): Serve {
  const { room, limit, now, suspects } = claiming;
  let due: Due[] | undefined;
  return async () => {
    if (suspects?.integrationIds.has(integrationId)) return undefined;
    if (!room.has(organizationId, integrationId)) return undefined;
    const asked = { organizationId, queue: integrationId, now, limit };
    // What has begun goes on.
    due ??= (await brake?.isHeld()) ? await listDueJobsOf(db, asked) : await listDueOf(db, asked);
    if (await brake?.isHeld()) due = due.filter(({ jobId }) => jobId !== null);
    const next = due.shift();
    if (!next) return undefined;
    room.take(organizationId, integrationId);
    if (due.length === 0) waiting.delete(integrationId);
    return lease(db, next, claiming, brake);
  };
}

/** What may not begin is set aside until something is found that may. */
function serveArrivals(
  db: Queries,
  { organizationId, findBrake }: { organizationId: string; findBrake: FindBrake },
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
      const brake = integrationId === null ? undefined : findBrake(integrationId);
      // Whose execution is gone has nothing to do but to end.
      const mayBegin =
        integrationId === null ||
        (!suspects?.integrationIds.has(integrationId) &&
          !waiting.has(integrationId) &&
          room.has(organizationId, integrationId) &&
          !(next.jobId === null && brake && (await brake.isHeld())));
      if (mayBegin) {
        due.shift();
        room.take(organizationId, integrationId ?? '');
        return lease(db, next, claiming, brake);
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

/** Usually few have room at once, and reading more costs more. */
const arrivalsAtOnce = 16;

async function lease(
  db: Queries,
  due: Due,
  claiming: Claiming,
  brake: Brake | undefined,
): Promise<ClaimedJob | undefined> {
  if (due.jobId !== null) return leaseJob(db, due, claiming);
  const execution = await startExecution(db, due.executionId, claiming.now);
  if (execution) await brake?.noteBegun(execution.id);
  return execution && (await leaseExecution(db, execution, claiming));
}
