// What the tests of an integration did, log by log: a call, a call that was tried again, or a condition.
import type { AppContext } from '~/context';
import { type CallRows, findCallRows, findLogRows, type Owner } from '~/db/executions/logs/execution-logs';
import { listTestExecutionIds } from '~/db/executions/logs/test-executions';
import { describeConsequence } from '~/engine/events/consequence';
import { compareSteps } from '~/engine/events/step-number';
import { nameCall, namePage } from '~/engine/definition/call-name';
import { describeCalls, listExtractions } from '../executions/call-log';
import { describeConditions, formatCompared } from '../executions/condition-log';
import type { ApiCallLog, ConditionLog, ExecutionSummary, RetryAttempt } from '../executions/log-schema';
import type { TestAttempt, TestLog, TestLogStatus } from './log-schema';

/** A test and what it did, in the order of time. Times are ISO 8601, durations milliseconds. */
export interface TestRun extends Pick<ExecutionSummary, 'id' | 'status' | 'startedAt' | 'errorMessage'> {
  logs: TestLog[];
}

const keptTests = 10;

/** Of so many bytes of logged requests and responses; the newest test is answered however much it logged. */
const maxLoggedBytes = 1024 * 1024;

/** The integration's newest ten tests, newest first, less when their logs are heavy. */
export async function listTestRuns({ db }: Pick<AppContext, 'db'>, owner: Owner): Promise<TestRun[]> {
  const ids = await listTestExecutionIds(db, owner, { limit: keptTests, maxBytes: maxLoggedBytes });
  const runs = await Promise.all(ids.map((id) => findTestRun({ db }, owner, id)));
  return runs.filter((run) => run !== undefined);
}

/** What one execution did, in the form of a test. */
export async function findTestRun(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  id: string,
): Promise<TestRun | undefined> {
  const rows = await findLogRows(db, owner, id);
  return rows && describeRun(rows);
}

/** What one step of an execution did: of a call all that was logged. */
export async function findTestLog(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  of: { id: string; step: number },
): Promise<TestLog | undefined> {
  const rows = await findCallRows(db, owner, of);
  return rows && describeRun(rows).logs[0];
}

/** What an execution did, as far as its rows tell. */
export function describeRun(rows: CallRows): TestRun {
  const { id, status, started_at, error_message: errorMessage } = rows.execution;
  const startedAt = new Date(started_at).toISOString();
  const entries = [
    ...describeCalls(rows).map((call) => ({ step: call.step, describe: describeCall(id, call) })),
    ...describeConditions(rows).map((condition, index) => ({
      step: condition.step,
      describe: describeCondition(id, condition, index),
    })),
  ].toSorted(compareSteps);
  let at = startedAt;
  const attempts = [...rows.attempts, ...rows.loops.flatMap((loop) => loop.attempts)];
  const logs = entries.map(({ step, describe }) => {
    const sentAt = attempts.find((attempt) => attempt.step === step)?.started_at;
    // What sent nothing happened right after what came before it.
    if (sentAt !== undefined) at = new Date(sentAt).toISOString();
    const described = describe(at);
    at = described.createdAt;
    return described;
  });
  return { id, status, startedAt, errorMessage, logs };
}

function describeCall(executionId: string, call: ApiCallLog): (createdAt: string) => TestLog {
  const { step, status, request, response, error, duration } = call;
  const handling = request?.responseHandling;
  const attempts = request?.retryData?.retryAttempts ?? [];
  const retried = attempts.length > 1;
  return (createdAt) => ({
    id: `${executionId}-${step}`,
    executionId,
    kind: status === 'skipped' ? 'CONDITIONAL EXECUTION' : retried ? 'RETRY' : 'API CALL',
    status: judgeCall(call),
    apiCallName: nameItem(namePage(nameCall(call.apiCallName, step), call.page), call),
    message: tellCall(call),
    createdAt,
    details: {
      request: request && {
        method: request.method,
        url: request.url,
        responseHandling: request.responseHandlingStep,
        headers: request.headers,
        body: request.body,
      },
      response: response && {
        status: response.status,
        responseHandling: handling ?? null,
        headers: response.headers,
        body: response.body,
      },
      error,
      duration,
      conditionalExecution: null,
      responseHandlingExecution: handling
        ? {
            matchedAction: handling.matchedAction,
            matchedStatusCode: handling.matchedStatusCode,
            totalRetries: handling.totalRetries,
            finalSuccess: handling.finalSuccess,
            retryAttempts: retried ? attempts.map(describeAttempt) : [],
          }
        : null,
    },
  });
}

/** Of an item of a list, which one it was. */
function nameItem(name: string, { loop }: Pick<ApiCallLog, 'loop'>): string {
  return loop ? `${name}, item ${loop.index} of ${loop.of}` : name;
}

/**
 * A call that ended the run is an error, whatever was answered. One that failed without ending it is a warning, as is
 * one whose response lacked what was to be saved.
 */
export function judgeCall(call: ApiCallLog): TestLogStatus {
  const { status, request } = call;
  if (status === 'running') return 'info';
  if (status === 'skipped') return 'skipped';
  const { matchedAction, executionStopped } = request?.responseHandling ?? {};
  if (executionStopped) return 'error';
  if (status === 'error') {
    const isGoneOn =
      matchedAction !== undefined && matchedAction !== 'stop_notify' && matchedAction !== 'retry';
    return isGoneOn ? 'warning' : 'error';
  }
  return listMissed(call).length > 0 ? 'warning' : 'success';
}

/** What became of a call, in a line. */
export function tellCall(call: ApiCallLog): string {
  const missed = listMissed(call);
  return missed.length === 0 ? call.message : `${call.message}, not mapped: ${missed.join(', ')}`;
}

/** The variables that the response did not give. */
function listMissed({ response }: ApiCallLog): string[] {
  return listExtractions(response)
    .filter(({ success }) => !success)
    .map(({ variableName }) => variableName);
}

function describeAttempt(attempt: RetryAttempt): TestAttempt {
  const { attemptNumber, statusCode, responseBody, error, duration, delayMs, timestamp } = attempt;
  return {
    attemptNumber,
    status: duration === null ? 'info' : error === null ? 'success' : 'error',
    response: statusCode === null ? null : { status: statusCode, body: responseBody ?? '' },
    error,
    duration,
    delayMs,
    timestamp,
  };
}

function describeCondition(executionId: string, log: ConditionLog, index: number): () => TestLog {
  const { step, fieldName, conditionType, conditionMet, nextApiCallAction, timestamp } = log;
  return () => ({
    id: `${executionId}-${step}-${index}`,
    executionId,
    kind: 'CONDITIONAL EXECUTION',
    status: 'conditional',
    apiCallName: fieldName,
    message: `Condition ${judgeCondition(log)}: ${describeConsequence(log)}`,
    createdAt: timestamp,
    details: {
      request: null,
      response: null,
      error: null,
      duration: null,
      conditionalExecution: {
        fieldName,
        conditionType,
        ...formatCompared(log),
        conditionMet,
        nextApiCallAction,
      },
      responseHandlingExecution: null,
    },
  });
}

/** One comparison, and whether others decided. */
function judgeCondition({ conditionMet, otherwise }: ConditionLog): string {
  const isStepMet = otherwise === null;
  if (conditionMet) return isStepMet ? 'met' : 'met, but another is not';
  return isStepMet ? 'not met, but another is' : 'not met';
}
