import { type Selectable, sql } from 'kysely';
import { countOnDay } from './daily-counts';
import { deleteIndexed } from './search/search-index';
import { firstIdOf } from '../core/id';
import { deleteLeasedJob } from './queue/jobs';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { monthOf } from '../integrations/monthly-triggers';
import type { Schema } from '../core/schema';
import type { ExecutionStatus } from '~/engine/run/execution-status';

/** In the words of the partial indexes, without which SQLite would not use them. */
export const notQueued = sql<boolean>`executions.status <> 'queued'`;
export const isQueued = sql<boolean>`executions.status = 'queued'`;

export type NewExecution = Pick<Schema['executions'], 'id' | 'organization_id' | 'integration_id'> &
  Pick<Schema['executions'], 'integration_version' | 'status' | 'trigger_type' | 'started_at'> &
  Pick<Schema['executions'], 'completed_at' | 'error_message'> & {
    /** JSON text of the payload; null when there is none. */
    trigger_data: string | null;
    /** How many executions led to this one; 0 unless given. */
    hops?: number;
    /** JSON of the engine's `ScheduledExecution`. */
    scheduled?: string | null;
    /** The execution that this one repeats. */
    replay_of?: string | null;
  };

const insertQuery = compileQuery<Omit<Required<NewExecution>, 'trigger_data'>>((build, value) =>
  build.insertInto('executions').values({
    id: value('id'),
    organization_id: value('organization_id'),
    integration_id: value('integration_id'),
    integration_version: value('integration_version'),
    status: value('status'),
    trigger_type: value('trigger_type'),
    started_at: value('started_at'),
    completed_at: value('completed_at'),
    error_message: value('error_message'),
    hops: value('hops'),
    scheduled: value('scheduled'),
    replay_of: value('replay_of'),
    payload_seq: sql`last_insert_rowid()`,
  }),
);

const insertPayloadQuery = compileQuery<{ triggerData: string | null }>((build, value) =>
  build.insertInto('payloads').values({ trigger_data: value('triggerData') }),
);

/** A queued one needs nothing else to be run: that it is queued is what a runner looks for. */
export function insertExecution(db: Queries, execution: NewExecution): void {
  const { trigger_data: triggerData, ...row } = execution;
  db.run(insertPayloadQuery({ triggerData }));
  db.run(insertQuery({ hops: 0, scheduled: null, replay_of: null, ...row }));
}

const forRun = [
  'id',
  'organization_id',
  'integration_id',
  'integration_version',
  'status',
  'trigger_type',
  'began_at',
  'hops',
  'replay_of',
] as const;

/** What a runner needs of an execution it has claimed. */
export type ExecutionForRun = Pick<Selectable<Schema['executions']>, (typeof forRun)[number]> & {
  trigger_data: string | null;
};

const findForRunQuery = compileQuery<{ id: string }, ExecutionForRun>((build, value) =>
  build
    .selectFrom('executions')
    .innerJoin('payloads', 'seq', 'payload_seq')
    .select(forRun)
    .select('trigger_data')
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

/** A queued execution is taken up for the first time. */
export function startExecution(db: Queries, id: string, now: number): ExecutionForRun | undefined {
  return db.run(startQuery({ id, now })) > 0 ? findExecutionForRun(db, id) : undefined;
}

/** So many of the newest queued executions are listed; older ones begin any moment. */
const listedQueued = 1_000;

/**
 * Ids of queued executions among which are those of an integration, whose index does not hold them: of its organization,
 * and of those that were set aside for it.
 */
export function selectQueued(
  db: Queries,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
) {
  const inQueue = (queue: string) =>
    db.build
      .selectFrom('executions')
      .select('id')
      .where(isQueued)
      .where('organization_id', '=', organizationId)
      .where('queue', '=', queue)
      .orderBy('id', 'desc')
      .limit(listedQueued);
  return db.build
    .selectFrom(inQueue('').as('arrived'))
    .select('arrived.id')
    .unionAll(db.build.selectFrom(inQueue(integrationId).as('aside')).select('aside.id'));
}

interface Ending {
  id: string;
  integrationId: string;
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
  completedAt: number;
}

const finishQuery = compileQuery<Ending>((build, value) =>
  build
    .updateTable('executions')
    .set({
      status: value('status'),
      error_message: value('errorMessage'),
      completed_at: value('completedAt'),
    })
    .where('id', '=', value('id')),
);

interface Count {
  id: string;
  at: number;
  completed: number;
  failed: number;
  month: string;
}

const countQuery = compileQuery<Count>((build, value) =>
  build
    .updateTable('integrations')
    .set({
      total_executions: sql`total_executions + 1`,
      successful_executions: sql`successful_executions + ${value('completed')}`,
      failed_executions: sql`failed_executions + ${value('failed')}`,
      last_executed_at: value('at'),
      triggers_used: sql`${value('completed')} + ${value('failed')}
        + case triggers_month when ${value('month')} then triggers_used else 0 end`,
      triggers_month: value('month'),
    })
    .where('id', '=', value('id')),
);

/** Ends an execution and counts it on its integration and its day, so that no page ever counts executions. */
export function finishExecution(db: Queries, ending: Ending): void {
  db.run(finishQuery(ending));
  countEndedExecution(db, ending.integrationId, ending.status, ending.completedAt);
}

/** One that was cancelled counts as an execution, but neither as good or failed nor as a trigger that was used. */
export function countEndedExecution(
  db: Queries,
  integrationId: string,
  status: ExecutionStatus,
  at: number,
): void {
  const completed = status === 'completed' ? 1 : 0;
  const failed = status === 'error' ? 1 : 0;
  db.run(countQuery({ id: integrationId, at, completed, failed, month: monthOf(at) }));
  countOnDay(db, integrationId, at, { completed, failed, cancelled: 1 - completed - failed });
}

/** Cancels what has not begun, with the reason its log shows. Answers how many. */
export function cancelQueuedExecutions(
  db: Queries,
  integrationId: string,
  reason: string,
  now: number,
): number {
  const queued = db.all(
    db.build
      .selectFrom('executions')
      .select('id')
      .where(isQueued)
      .where('organization_id', '=', (eb) =>
        eb.selectFrom('integrations').select('organization_id').where('id', '=', integrationId),
      )
      .where('integration_id', '=', integrationId),
  );
  for (const { id } of queued) {
    db.run(finishQuery({ id, integrationId, status: 'cancelled', errorMessage: reason, completedAt: now }));
    countEndedExecution(db, integrationId, 'cancelled', now);
  }
  return queued.length;
}

/**
 * Cancels one execution that has not ended, with its reason: whoever works on it has lost its lease and writes
 * nothing more. A job that waits, with nobody holding it, is dropped when its turn comes. False when the execution has
 * ended.
 */
export function cancelExecution(
  db: Queries,
  { id, integrationId, reason, now }: { id: string; integrationId: string; reason: string; now: number },
): boolean {
  const cancelled = db.run(
    db.build
      .updateTable('executions')
      .set({ status: 'cancelled', error_message: reason, completed_at: now })
      .where('id', '=', id)
      .where('integration_id', '=', integrationId)
      .where('status', 'in', ['queued', 'running']),
  );
  if (cancelled === 0) return false;
  deleteLeasedJob(db, 'execution', id);
  countEndedExecution(db, integrationId, 'cancelled', now);
  return true;
}

/** An execution as cancel and replay need it; undefined when it is not this organization's. */
export function findExecution(
  db: Queries,
  owner: { id: string; integrationId: string; organizationId: string },
): ExecutionForRun | undefined {
  const execution = findExecutionForRun(db, owner.id);
  const isOwned =
    execution?.organization_id === owner.organizationId && execution.integration_id === owner.integrationId;
  return isOwned ? execution : undefined;
}

/** Deletes up to `limit` executions of an integration, none of them queued, with their logs. Answers how many. */
export function deleteSomeExecutions(db: Queries, integrationId: string, limit: number): number {
  const some = db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq'])
      .where('integration_id', '=', integrationId)
      .where(notQueued)
      .limit(limit),
  );
  for (const execution of some) deleteExecution(db, execution);
  return some.length;
}

/**
 * Deletes up to `limit` executions of an organization that are queued, then as many that somebody works on, with every
 * job of the organization. Answers how many rows it found.
 */
export function deleteSomeOpenExecutions(db: Queries, organizationId: string, limit: number): number {
  const queued = db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq'])
      .where(isQueued)
      .where('organization_id', '=', organizationId)
      .limit(limit),
  );
  for (const execution of queued) deleteExecution(db, execution);
  const jobs = db.all(
    db.build
      .selectFrom('jobs')
      .leftJoin('executions', 'executions.id', 'jobs.subject_id')
      .select(['jobs.id as jobId', 'executions.id', 'payload_seq as seq'])
      .where('jobs.organization_id', '=', organizationId)
      .limit(limit),
  );
  for (const { jobId, id, seq } of jobs) {
    if (id !== null && seq !== null) deleteExecution(db, { id, seq });
    db.run(db.build.deleteFrom('jobs').where('id', '=', jobId));
  }
  return queued.length + jobs.length;
}

/**
 * Deletes up to `limit` executions that ended before that time, the oldest first, with their logs: never one that has not
 * ended. Answers how many, and the last of them, after which to go on; undefined when there are no more.
 */
export function deleteOldExecutions(
  db: Queries,
  { endedBefore, after, limit }: { endedBefore: number; after: string; limit: number },
): { deleted: number; last: string | undefined } {
  const old = db.all(
    db.build
      .selectFrom('executions')
      .select(['id', 'payload_seq as seq'])
      .where('id', '>', after)
      // What ended by then began by then: the rest of the table is not looked at.
      .where('id', '<', firstIdOf(endedBefore))
      .where('status', 'in', ['completed', 'error', 'cancelled'])
      .where('completed_at', '<', endedBefore)
      .orderBy('id')
      .limit(limit),
  );
  for (const execution of old) deleteExecution(db, execution);
  return { deleted: old.length, last: old.length < limit ? undefined : old.at(-1)?.id };
}

const deletePayloadQuery = compileQuery<{ seq: number }>((build, value) =>
  build.deleteFrom('payloads').where('seq', '=', value('seq')),
);

const deleteQuery = compileQuery<{ id: string }>((build, value) =>
  build.deleteFrom('executions').where('id', '=', value('id')),
);

/** Steps and attempts go with their execution. */
function deleteExecution(db: Queries, { id, seq }: { id: string; seq: number }): void {
  deleteIndexed(db, { id, seq });
  db.run(deletePayloadQuery({ seq }));
  db.run(deleteQuery({ id }));
}
