// Executions that wait to be run, or have begun, and the columns that a runner reads of one when it begins.
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import type { Tables } from '../../core/tables';

/** Written as in the partial indexes, or SQLite would not use them. */
export const notQueued = sql<boolean>`executions.status <> 'queued'`;
export const isQueued = sql<boolean>`executions.status = 'queued'`;

const forRun = [
  'id',
  'organization_id',
  'integration_id',
  'integration_version',
  'status',
  'trigger_type',
  'is_test',
  'started_at',
  'began_at',
  'hops',
  'replay_of',
  'traceparent',
] as const;

/** The parts of a claimed execution that its runner needs. */
export type ExecutionForRun = Pick<Selectable<Tables['executions']>, (typeof forRun)[number]> & {
  trigger_data: string | null;
  request: string | null;
};

const findForRunQuery = compileQuery<{ id: string }, ExecutionForRun>((build, value) =>
  build
    .selectFrom('executions')
    .innerJoin('payloads', 'seq', 'payload_seq')
    .select(forRun)
    .select(['trigger_data', 'request'])
    .where('id', '=', value('id')),
);

export function findExecutionForRun(db: Queries, id: string) {
  return db.first(findForRunQuery({ id }));
}

const startQuery = compileQuery<{ id: string; now: number }>((build, value) =>
  build
    .updateTable('executions')
    .set({ status: 'running', began_at: value('now') })
    .where('id', '=', value('id'))
    .where('status', '=', 'queued'),
);

/** Takes a queued execution up for the first time; returns undefined when it is no longer queued. */
export async function startExecution(
  db: Queries,
  id: string,
  now: number,
): Promise<ExecutionForRun | undefined> {
  return (await db.run(startQuery({ id, now }))) > 0 ? await findExecutionForRun(db, id) : undefined;
}

/** Selects from the executions of an organization that have begun and have not ended, each with its job. */
export function selectBegun({ build }: Pick<Queries, 'build'>, organizationId: string) {
  return build
    .selectFrom('jobs')
    .innerJoin('executions', 'executions.id', 'jobs.subject_id')
    .where('jobs.kind', '=', 'execution')
    .where('jobs.organization_id', '=', organizationId);
}

/**
 * How many queued executions are looked through for a page. Among the arrivals are those of other integrations: when so many of
 * them are newer, a page lacks what waits behind them until it begins.
 */
const lookedThrough = 1_000;

interface QueuedPage {
  organizationId: string;
  integrationIds: string[];
  /** The ids of the page: from one on, and before another. */
  from?: string | undefined;
  before?: string | undefined;
}

/**
 * Selects the newest ids of queued executions that include those of some integrations, whose indexes do not hold them: the
 * arrivals of the organization, and the executions that were set aside for the integrations.
 */
export function selectQueued(db: Queries, page: QueuedPage) {
  const arrived = selectInQueues(db, page, ['']);
  const aside = selectInQueues(db, page, page.integrationIds);
  return db.build
    .selectFrom(arrived.as('arrived'))
    .select('arrived.id')
    .unionAll(db.build.selectFrom(aside.as('aside')).select('aside.id'));
}

function selectInQueues(db: Queries, { organizationId, from, before }: QueuedPage, queues: string[]) {
  return db.build
    .selectFrom('executions')
    .select('id')
    .where(isQueued)
    .where('organization_id', '=', organizationId)
    .where('queue', 'in', queues)
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(lookedThrough);
}
