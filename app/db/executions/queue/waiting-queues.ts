// The queues that work is claimed from. The executions of an organization wait in the order of their age, until the claim sets
// them aside into a queue of their integration. Every look-up is one search in an index, however many wait.
import { sql } from 'kysely';
import type { SystemJobKind } from '../../core/tables';
import { isQueued } from './queued-executions';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';

/** Due work of an organization: a job, or an execution that has none yet. */
export type Due = {
  /** When the work became due, in milliseconds since 1970. */
  at: number;
  /** Null when the execution is deleted. */
  integrationId: string | null;
} & ({ jobId: number } | { jobId: null; executionId: string });

/** Written as in the partial indexes: SQLite uses one only for a query that repeats its condition. */
const isFree = sql<boolean>`jobs.lease_owner is null`;
const isRun = sql<boolean>`jobs.kind = 'execution'`;
const isSystem = sql<boolean>`jobs.kind <> 'execution'`;

/**
 * Yields the organizations after this one, by id, that have queued executions or jobs, and whether any of that is due. One
 * whose jobs all wait for a time costs one look-up for each queue.
 */
export async function* eachOrganization(
  db: Queries,
  after: string,
  now: number,
): AsyncGenerator<{ id: string; hasDue: boolean }> {
  let ofJobs = await db.first(nextOfJobsQuery({ organizationId: after, queue: behindAllQueues }));
  let ofExecutions = (await db.first(nextOfExecutionsQuery({ after })))?.id;
  for (;;) {
    const id = smallest(ofJobs?.organizationId, ofExecutions);
    if (id === undefined) return;
    let hasDue = id === ofExecutions;
    for (let passed = 0; ofJobs?.organizationId === id; passed += 1) {
      // One with very many queues is taken to have something due: claiming from it finds out.
      hasDue ||= ofJobs.runAt <= now || passed >= maxQueues;
      const queue = hasDue ? behindAllQueues : ofJobs.queue;
      ofJobs = await db.first(nextOfJobsQuery({ organizationId: id, queue }));
    }
    yield { id, hasDue };
    if (id === ofExecutions) ofExecutions = (await db.first(nextOfExecutionsQuery({ after: id })))?.id;
  }
}

/** Greater than the id of every integration. */
const behindAllQueues = '\u{10ffff}';

/** Returns the smaller of both, or the one that is defined. */
function smallest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

interface FirstOfQueue {
  organizationId: string;
  queue: string;
  /** When the first job of the queue is due, in milliseconds since 1970. */
  runAt: number;
}

const nextOfJobsQuery = compileQuery<Omit<FirstOfQueue, 'runAt'>, FirstOfQueue>((build, value) =>
  build
    .selectFrom('jobs')
    .select([sql<string>`organization_id`.as('organizationId'), 'queue', 'run_at as runAt'])
    .where(isFree)
    .where(isRun)
    .where(sql<boolean>`(organization_id, queue) > (${value('organizationId')}, ${value('queue')})`)
    .orderBy('organization_id')
    .orderBy('queue')
    .orderBy('run_at')
    .limit(1),
);

const nextOfExecutionsQuery = compileQuery<{ after: string }, { id: string }>((build, value) =>
  build
    .selectFrom('executions')
    .select('organization_id as id')
    .where(isQueued)
    .where('organization_id', '>', value('after'))
    .orderBy('organization_id')
    .limit(1),
);

/** The most integrations with executions set aside that one claim looks at. */
const maxQueues = 1024;

/** Returns the integrations of an organization with executions set aside, in the order of their ids. */
export async function listQueuesOf(db: Queries, organizationId: string): Promise<string[]> {
  const names: string[] = [];
  for (let after = ''; names.length < maxQueues;) {
    const ofJobs = (await db.first(nextQueueOfJobsQuery({ organizationId, after })))?.queue;
    const ofExecutions = (await db.first(nextQueueOfExecutionsQuery({ organizationId, after })))?.queue;
    const next = smallest(ofJobs, ofExecutions);
    if (next === undefined) break;
    names.push(next);
    after = next;
  }
  return names;
}

interface AfterQueue {
  organizationId: string;
  after: string;
}

const nextQueueOfJobsQuery = compileQuery<AfterQueue, { queue: string }>((build, value) =>
  build
    .selectFrom('jobs')
    .select('queue')
    .where(isFree)
    .where(isRun)
    .where('organization_id', '=', value('organizationId'))
    .where('queue', '>', value('after'))
    .orderBy('queue')
    .limit(1),
);

const nextQueueOfExecutionsQuery = compileQuery<AfterQueue, { queue: string }>((build, value) =>
  build
    .selectFrom('executions')
    .select('queue')
    .where(isQueued)
    .where('organization_id', '=', value('organizationId'))
    .where('queue', '>', value('after'))
    .orderBy('queue')
    .limit(1),
);

interface OfQueue {
  organizationId: string;
  queue: string;
  now: number;
  limit: number;
}

/** Returns the oldest `limit` jobs and executions that are due in a queue. */
export async function listDueOf(db: Queries, asked: OfQueue): Promise<Due[]> {
  const jobs = await db.all(dueJobsQuery(asked));
  const executions = await db.all(queuedQuery(asked));
  if (jobs.length === 0) return executions;
  return [...jobs, ...executions].toSorted((a, b) => a.at - b.at).slice(0, asked.limit);
}

/** Returns only the due jobs of a queue: the executions that have begun before. */
export function listDueJobsOf(db: Queries, asked: OfQueue): Promise<Due[]> {
  return db.all(dueJobsQuery(asked));
}

const dueJobsQuery = compileQuery<OfQueue, Due>((build, value) =>
  build
    .selectFrom('jobs')
    .leftJoin('executions', 'executions.id', 'jobs.subject_id')
    .select(['jobs.id as jobId', 'run_at as at', 'integration_id as integrationId'])
    .where(isFree)
    .where(isRun)
    .where('jobs.organization_id', '=', value('organizationId'))
    .where('jobs.queue', '=', value('queue'))
    .where('run_at', '<=', value('now'))
    .orderBy('run_at')
    .orderBy('jobs.id')
    .limit(value('limit')),
);

const queuedQuery = compileQuery<OfQueue, Due>((build, value) =>
  build
    .selectFrom('executions')
    .select([
      sql<null>`null`.as('jobId'),
      'id as executionId',
      'integration_id as integrationId',
      'started_at as at',
    ])
    .where(isQueued)
    .where('organization_id', '=', value('organizationId'))
    .where('queue', '=', value('queue'))
    .orderBy('id')
    .limit(value('limit')),
);

/** Moves work that may not begin now into the queue of its integration, so that the claim can reach the work behind it. */
export async function setAside(db: Queries, due: Due, integrationId: string): Promise<void> {
  const queue = integrationId;
  if (due.jobId === null) await db.run(setExecutionAsideQuery({ id: due.executionId, queue }));
  else await db.run(setJobAsideQuery({ id: due.jobId, queue }));
}

const setExecutionAsideQuery = compileQuery<{ id: string; queue: string }>((build, value) =>
  build
    .updateTable('executions')
    .set({ queue: value('queue') })
    .where('id', '=', value('id')),
);

const setJobAsideQuery = compileQuery<{ id: number; queue: string }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ queue: value('queue') })
    .where('id', '=', value('id')),
);

/** Returns the oldest `limit` due jobs of each kind of the product's own. */
export async function listDueSystemJobs(
  db: Queries,
  { now, limit }: { now: number; limit: number },
): Promise<{ jobId: number; kind: SystemJobKind }[]> {
  const found: { jobId: number; kind: SystemJobKind }[] = [];
  let kind = (await db.first(nextKindQuery({ after: '' })))?.kind;
  while (kind !== undefined) {
    for (const { jobId } of await db.all(dueSystemQuery({ kind, now, limit }))) found.push({ jobId, kind });
    kind = (await db.first(nextKindQuery({ after: kind })))?.kind;
  }
  return found;
}

const nextKindQuery = compileQuery<{ after: string }, { kind: SystemJobKind }>((build, value) =>
  build
    .selectFrom('jobs')
    .select(sql<SystemJobKind>`kind`.as('kind'))
    .where(isFree)
    .where(isSystem)
    .where(sql<boolean>`kind > ${value('after')}`)
    .orderBy('kind')
    .limit(1),
);

const dueSystemQuery = compileQuery<{ kind: SystemJobKind; now: number; limit: number }, { jobId: number }>(
  (build, value) =>
    build
      .selectFrom('jobs')
      .select('id as jobId')
      .where(isFree)
      .where(isSystem)
      .where('kind', '=', value('kind'))
      .where('run_at', '<=', value('now'))
      .orderBy('run_at')
      .orderBy('id')
      .limit(value('limit')),
);
