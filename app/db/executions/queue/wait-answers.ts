// Answers from outside to executions that wait for one, or will. They stay as long as their execution, so that a second answer
// is recognized.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { Lease } from './jobs';
import { makeDueQuery } from './call-waits';

/** A call that an execution waits before. */
export interface WaitKey {
  executionId: string;
  callId: string;
}

interface SealedWaitAnswer extends WaitKey {
  answer: string;
}

const findQuery = compileQuery<WaitKey, { answer: string }>((build, value) =>
  build
    .selectFrom('wait_answers')
    .select('answer')
    .where('execution_id', '=', value('executionId'))
    .where('call_id', '=', value('callId')),
);

/** Returns the sealed answer; undefined when none has come. */
export async function findWaitAnswer(db: Queries, key: WaitKey): Promise<string | undefined> {
  return (await db.first(findQuery(key)))?.answer;
}

/** Stores an answer, and makes the execution go on now if it waits for it. */
export async function insertWaitAnswer(
  db: Queries,
  { executionId, callId, answer, now }: SealedWaitAnswer & { now: number },
): Promise<void> {
  await db.run(
    db.build
      .insertInto('wait_answers')
      .values({ execution_id: executionId, call_id: callId, answer, answered_at: now }),
  );
  if (await isAwaited(db, { executionId, callId })) await db.run(makeDueQuery({ executionId, now }));
}

async function isAwaited(db: Queries, key: WaitKey): Promise<boolean> {
  return (await findWaitStep(db, key))?.status === 'running';
}

/** Returns the step of a wait; undefined while the execution has not reached it. */
export async function findWaitStep(
  db: Queries,
  { executionId, callId }: WaitKey,
): Promise<{ status: string; detail: string | null } | undefined> {
  return db.first(
    db.build
      .selectFrom('steps')
      .select(['status', 'detail'])
      .where('execution_id', '=', executionId)
      .where('kind', '=', 'wait')
      .where('call_id', '=', callId),
  );
}

/** Returns the waits that an execution has reached, in order. */
export async function listWaitSteps(
  db: Queries,
  executionId: string,
): Promise<{ callId: string; detail: string | null }[]> {
  return db.all(
    db.build
      .selectFrom('steps')
      .select(['call_id as callId', 'detail'])
      .where('execution_id', '=', executionId)
      .where('kind', '=', 'wait')
      .orderBy('step'),
  );
}

/** Returns the execution and the call that wait for the answer whose address has a token with this hash. */
export async function findAnswerable(db: Queries, answerHash: string): Promise<WaitKey | undefined> {
  return db.first(
    db.build
      .selectFrom('execution_waits')
      .innerJoin('steps', 'steps.execution_id', 'execution_waits.execution_id')
      .select(['execution_waits.execution_id as executionId', 'steps.call_id as callId'])
      .where('answer_hash', '=', answerHash)
      .where('steps.kind', '=', 'wait')
      .where('steps.status', '=', 'running'),
  );
}

/** The execution that the address of a wait belongs to. */
export interface AskingExecution {
  status: ExecutionStatus;
  integrationId: string;
  integrationVersion: number;
  integrationName: string;
  organizationName: string;
}

export async function findAsking(db: Queries, executionId: string): Promise<AskingExecution | undefined> {
  return db.first(
    db.build
      .selectFrom('executions')
      .innerJoin('integrations', 'integrations.id', 'executions.integration_id')
      .innerJoin('organizations', 'organizations.id', 'executions.organization_id')
      .select([
        'executions.status',
        'executions.integration_id as integrationId',
        'executions.integration_version as integrationVersion',
        'integrations.name as integrationName',
        'organizations.name as organizationName',
      ])
      .where('executions.id', '=', executionId)
      .where('integrations.deleted_at', 'is', null),
  );
}

/**
 * Makes a job due that its runner has just given back, if an answer came while the runner held the job. The job could not be
 * made due when the answer was stored.
 */
export function makeAnsweredDueQuery(
  { jobId }: Lease,
  { executionId, callId, now }: WaitKey & { now: number },
) {
  return answeredDueQuery({ jobId, executionId, callId, now });
}

const answeredDueQuery = compileQuery<WaitKey & { jobId: number; now: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ run_at: value('now') })
    .where('id', '=', value('jobId'))
    .where('lease_owner', 'is', null)
    .where(
      sql<boolean>`exists (select 1 from wait_answers
        where execution_id = ${value('executionId')} and call_id = ${value('callId')})`,
    ),
);
