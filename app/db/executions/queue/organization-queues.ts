// Serves the queues of one organization to a claim: the queue of recent arrivals, and those of integrations that had to wait.
import type { Queries } from '../../core/queries';
import type { Quota } from '../../organizations/quotas';
import { type ClaimedJob, leaseExecution, leaseJob } from './claimed-job';
import type { Claiming, Serve } from './claiming';
import { startExecution } from './queued-executions';
import { createQuotaLimit } from './quota';
import { type StartLimit, joinStartLimits, listStartLimits } from './start-limits';
import { listDueJobsOf, listDueOf, listQueuesOf, setAside, type Due } from './waiting-queues';

interface Organization {
  organizationId: string;
  quota: Quota;
}

/** Serves the queues of an organization in turn, beginning with the one after that which was served last. */
export function serveOrganization(db: Queries, organization: Organization, claiming: Claiming): Serve {
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
