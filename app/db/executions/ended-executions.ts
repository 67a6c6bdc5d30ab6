// How executions end: each is counted once, for its integration and its day, so that no page counts executions.
import { sql } from 'kysely';
import { countOnDayQuery } from './daily-counts';
import {
  countFailureQuery,
  type NewFailure,
  recoverFailures,
  restoreFailureKind,
  writeFailure,
} from './failures';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import { monthOf } from '../integrations/monthly-triggers';
import type { FailureKind, RunFailure } from '~/engine/events/failure-kind';
import type { ExecutionStatus } from '~/engine/run/execution-status';

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
