import { sql } from 'kysely';
import { countOnDayQuery } from './daily-counts';
import {
  countFailureQuery,
  type NewFailure,
  recoverFailures,
  restoreFailureKind,
  writeFailure,
} from './failures';
import { deleteLeasedJob } from './queue/jobs';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { type ExecutionForRun, findExecutionForRun } from './queue/queued-executions';
import type { IntegrationState, StateRow } from '../integrations/integration-state';
import { monthOf } from '../integrations/monthly-triggers';
import type { Tables } from '../core/tables';
import type { FailureKind, RunFailure } from '~/engine/events/failure-kind';
import type { ExecutionStatus } from '~/engine/run/execution-status';

export type NewExecution = Pick<Tables['executions'], 'id' | 'organization_id' | 'integration_id'> &
  Pick<Tables['executions'], 'integration_version' | 'status' | 'trigger_type' | 'started_at'> &
  Pick<Tables['executions'], 'completed_at' | 'error_message'> & {
    /** JSON text of the payload; null when there is none. */
    trigger_data: string | null;
    /** JSON text of the engine's `DeliveryRequest`; null unless given. */
    request?: string | null;
    /** How many executions led to this one; 0 unless given. */
    hops?: number;
    /** JSON of the engine's `ScheduledExecution`. */
    scheduled?: string | null;
    /** The execution that this one repeats. */
    replay_of?: string | null;
    /** The trace of its delivery. */
    traceparent?: string | null;
  };

const insertQuery = compileQuery<Omit<Required<NewExecution>, 'trigger_data' | 'request'>>((build, value) =>
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
    traceparent: value('traceparent'),
    payload_seq: sql`last_insert_rowid()`,
  }),
);

const insertPayloadQuery = compileQuery<Pick<NewExecution, 'trigger_data'>>((build, value) =>
  build.insertInto('payloads').values({ trigger_data: value('trigger_data') }),
);

const insertRequestQuery = compileQuery<{ trigger_data: string | null; request: string }>((build, value) =>
  build.insertInto('payloads').values({ trigger_data: value('trigger_data'), request: value('request') }),
);

/** Inserts the payload, if the integration is still as it was when it was looked up. */
const insertPayloadWhileQuery = compileQuery<
  Pick<NewExecution, 'trigger_data' | 'integration_id'> & { request: string | null } & Omit<
      StateRow,
      'organizationId'
    >
>((build, value) =>
  build
    .insertInto('payloads')
    .columns(['trigger_data', 'request'])
    .expression(
      build
        .selectFrom('integrations')
        .select((eb) => [
          eb.val(value('trigger_data')).as('trigger_data'),
          eb.val(value('request')).as('request'),
        ])
        .where('id', '=', value('integration_id'))
        .where('deleted_at', 'is', null)
        .where('deployed_version', '=', value('version'))
        .where('is_active', '=', value('isActive'))
        .where('listening_until', 'is', value('listeningUntil'))
        .where('former_secret_until', 'is', value('formerSecretUntil'))
        .where('deliveries_a_second', 'is', value('deliveriesPerSecond')),
    ),
);

/**
 * Inserts an execution as {@link insertExecution} does; nothing, and returns false, when its integration differs from `seen`.
 */
export async function insertExecutionWhile(
  db: Queries,
  seen: IntegrationState,
  execution: NewExecution,
): Promise<boolean> {
  const { integration_id, trigger_data, request = null } = execution;
  const { version, listeningUntil, formerSecretUntil, deliveriesPerSecond } = seen;
  const isActive = seen.isActive ? 1 : 0;
  const state = {
    version,
    isActive,
    listeningUntil,
    formerSecretUntil,
    deliveriesPerSecond,
    integration_id,
    trigger_data,
    request,
  } as const;
  if ((await db.run(insertPayloadWhileQuery(state))) === 0) return false;
  await db.run(insertRowQuery(execution));
  return true;
}

/** Inserts an execution. A queued one needs nothing else: runners look for executions with this status. */
export async function insertExecution(db: Queries, execution: NewExecution): Promise<void> {
  const { trigger_data, request = null } = execution;
  await db.runAll([
    request === null ? insertPayloadQuery(execution) : insertRequestQuery({ trigger_data, request }),
    insertRowQuery(execution),
  ]);
}

/** Builds the query for the row of an execution whose payload was inserted just before. */
function insertRowQuery(execution: NewExecution) {
  const { id, organization_id, integration_id, integration_version, status, trigger_type } = execution;
  const { started_at, completed_at, error_message } = execution;
  const { hops = 0, scheduled = null, replay_of = null, traceparent = null } = execution;
  // Name by name: V8 takes several times as long for an object that is spread and added to.
  return insertQuery({
    id,
    organization_id,
    integration_id,
    integration_version,
    status,
    trigger_type,
    started_at,
    completed_at,
    error_message,
    hops,
    scheduled,
    replay_of,
    traceparent,
  });
}

export interface ExecutionEnding {
  id: string;
  integrationId: string;
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
  /** For a completed execution; null unless given. */
  note?: string | null;
  completedAt: number;
  /** The failure that the error comes from. */
  failure?: RunFailure;
  /** Whether a user began it to try the integration out: nothing triggered it. */
  isTest?: boolean;
}

type Finish = Pick<ExecutionEnding, 'id' | 'status' | 'errorMessage' | 'completedAt'> & {
  note: string | null;
  failure: string | null;
};

const finishQuery = compileQuery<Finish>((build, value) =>
  build
    .updateTable('executions')
    .set({
      status: value('status'),
      error_message: value('errorMessage'),
      note: value('note'),
      completed_at: value('completedAt'),
      failure: value('failure'),
    })
    .where('id', '=', value('id')),
);

interface Count {
  id: string;
  at: number;
  ended: number;
  completed: number;
  failed: number;
  /** Of the completed and of the failed ones, how many were no tests. */
  triggeredCompleted: number;
  triggeredFailed: number;
  month: string;
}

const countQuery = compileQuery<Count>((build, value) =>
  build
    .updateTable('integrations')
    .set({
      total_executions: sql`total_executions + ${value('ended')}`,
      successful_executions: sql`successful_executions + ${value('completed')}`,
      failed_executions: sql`failed_executions + ${value('failed')}`,
      last_executed_at: value('at'),
      last_completed_at: sql`iif(${value('triggeredCompleted')}, ${value('at')}, last_completed_at)`,
      last_failed_at: sql`iif(${value('triggeredFailed')}, ${value('at')}, last_failed_at)`,
      // A cancelled execution says nothing about the results of the others, and a test may run a draft.
      failing_since: sql`iif(${value('triggeredCompleted')}, null, iif(${value('triggeredFailed')}, coalesce(failing_since, ${value('at')}), failing_since))`,
      failures_in_row: sql`iif(${value('triggeredCompleted')}, 0, failures_in_row + ${value('triggeredFailed')})`,
      pause_counts_from: sql`iif(${value('triggeredCompleted')}, 0, pause_counts_from)`,
      triggers_used: sql`${value('triggeredCompleted')} + ${value('triggeredFailed')}
        + case triggers_month when ${value('month')} then triggers_used else 0 end`,
      triggers_month: value('month'),
    })
    .where('id', '=', value('id')),
);

/**
 * Ends an execution and counts it, so that no page counts executions. A test uses no trigger, and belongs to no failures in a
 * row.
 */
export async function finishExecution(db: Queries, ending: ExecutionEnding): Promise<void> {
  const { id, integrationId, status, errorMessage, note = null, completedAt: at, isTest = false } = ending;
  const failure = ending.failure && (await restoreFailureKind(db, integrationId, ending.failure));
  if (status !== 'cancelled' && !isTest) {
    const isCompleted = status === 'completed' ? 1 : 0;
    const failedCallId = failure?.callId ?? '';
    await recoverFailures(db, { integrationId, executionId: id, failedCallId, at, isCompleted });
  }
  const ended = { id, status, errorMessage, note, completedAt: at };
  await db.runAll([
    finishQuery({ ...ended, failure: failure ? writeFailure(failure) : null }),
    ...countQueries(integrationId, status, at, { isTest }),
    ...(failure && !isTest
      ? [countFailureQuery({ integrationId, failure, executionId: id, reason: errorMessage, at })]
      : []),
  ]);
}

/** Counts an execution that failed before it began, and so at no call. */
export async function countUnstartedFailure(
  db: Queries,
  failed: Omit<NewFailure, 'failure'> & { kind: FailureKind },
): Promise<void> {
  const { kind, integrationId, executionId, at } = failed;
  const failure = { callId: '', callName: '', kind };
  await db.runAll([
    db.build
      .updateTable('executions')
      .set({ failure: writeFailure(failure) })
      .where('id', '=', executionId),
    ...countQueries(integrationId, 'error', at),
    countFailureQuery({ ...failed, failure }),
  ]);
}

/** Counts an ended execution. A cancelled one counts neither as successful or failed nor as a used trigger. */
export async function countEndedExecution(
  db: Queries,
  integrationId: string,
  status: ExecutionStatus,
  at: number,
): Promise<void> {
  await db.runAll(countQueries(integrationId, status, at));
}

/** Counts `count` executions that ended together. */
export async function countEndedExecutions(
  db: Queries,
  ended: { integrationId: string; status: ExecutionStatus; at: number; count: number },
): Promise<void> {
  await db.runAll(countQueries(ended.integrationId, ended.status, ended.at, { ended: ended.count }));
}

function countQueries(
  integrationId: string,
  status: ExecutionStatus,
  at: number,
  { ended = 1, isTest = false } = {},
) {
  const completed = status === 'completed' ? ended : 0;
  const failed = status === 'error' ? ended : 0;
  const cancelled = ended - completed - failed;
  const tests = isTest ? completed + failed : 0;
  const [triggeredCompleted, triggeredFailed] = isTest ? [0, 0] : [completed, failed];
  const about = { id: integrationId, at, ended, month: monthOf(at) };
  return [
    countQuery({ ...about, completed, failed, triggeredCompleted, triggeredFailed }),
    countOnDayQuery(integrationId, at, { completed, failed, cancelled, tests }),
  ];
}

/**
 * Cancels one execution that has not ended, with its reason. A runner that works on it loses its lease and writes nothing more.
 * A waiting job that no runner holds is dropped when its turn comes. Returns false when the execution has ended.
 */
export async function cancelExecution(
  db: Queries,
  { id, integrationId, reason, now }: { id: string; integrationId: string; reason: string; now: number },
): Promise<boolean> {
  const cancelled = await db.run(
    db.build
      .updateTable('executions')
      .set({ status: 'cancelled', error_message: reason, completed_at: now })
      .where('id', '=', id)
      .where('integration_id', '=', integrationId)
      .where('status', 'in', ['queued', 'running']),
  );
  if (cancelled === 0) return false;
  await deleteLeasedJob(db, 'execution', id);
  await countEndedExecution(db, integrationId, 'cancelled', now);
  return true;
}

/** Returns an execution with what cancel and replay need; undefined when it is not this organization's. */
export async function findExecution(
  db: Queries,
  owner: { id: string; integrationId: string; organizationId: string },
): Promise<ExecutionForRun | undefined> {
  const execution = await findExecutionForRun(db, owner.id);
  const isOwned =
    execution?.organization_id === owner.organizationId && execution.integration_id === owner.integrationId;
  return isOwned ? execution : undefined;
}
