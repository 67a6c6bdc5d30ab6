// The logs of an integration's tests, one for each step of a test: a call, a call with retries, or a condition.
import type { AppContext } from '~/context';
import { type CallRows, findCallRows, findLogRows, type Owner } from '~/db/executions/logs/execution-logs';
import { listTestExecutionIds } from '~/db/executions/logs/test-executions';
import { describeConsequence } from '~/engine/events/consequence';
import { describeFailedItems } from '~/engine/events/failed-items';
import { compareSteps } from '~/engine/events/step-number';
import { nameCall, namePage } from '~/engine/definition/call-name';
import { describeCalls, listExtractions } from '../executions/call-log';
import { describeConditions, formatCompared } from '../executions/condition-log';
import type { ApiCallLog, ConditionLog, ExecutionSummary, RetryAttempt } from '../executions/log-schema';
import type { TestAttempt, TestLog, TestLogStatus } from './log-schema';

/** A test and what it did, in the order of time. Times are ISO 8601, durations milliseconds. */
export interface TestRun extends Pick<
  ExecutionSummary,
  'id' | 'status' | 'startedAt' | 'errorMessage' | 'note'
> {
  /** How many items of lists failed, as `1 of 5 items failed`; null when none did. */
  failedItems: string | null;
  logs: TestLog[];
}

const keptTests = 10;

/** The limit of logged requests and responses, in bytes; the newest test is returned however much it logged. */
const maxLoggedBytes = 1024 * 1024;

/** Returns the integration's newest ten tests, newest first; fewer when their logs are large. */
export async function listTestRuns({ db }: Pick<AppContext, 'db'>, owner: Owner): Promise<TestRun[]> {
  const ids = await listTestExecutionIds(db, owner, { limit: keptTests, maxBytes: maxLoggedBytes });
  const runs = await Promise.all(ids.map((id) => findTestRun({ db }, owner, id)));
  return runs.filter((run) => run !== undefined);
}

/** Returns what one execution did, in the form of a test. */
export async function findTestRun(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  id: string,
): Promise<TestRun | undefined> {
  const rows = await findLogRows(db, owner, id);
  return rows && toTestRun(rows);
}

/** Returns what one step of an execution did; for a call, everything that was logged. */
export async function findTestLog(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  of: { id: string; step: number },
): Promise<TestLog | undefined> {
  const rows = await findCallRows(db, owner, of);
  return rows && toTestRun(rows).logs[0];
}

/** Describes what an execution did, as far as its rows tell. */
export function toTestRun(rows: CallRows): TestRun {
  const { id, status, started_at, error_message: errorMessage, note } = rows.execution;
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
    // A step that sent nothing happened right after the step before it.
    if (sentAt !== undefined) at = new Date(sentAt).toISOString();
    const described = describe(at);
    at = described.createdAt;
    return described;
  });
  const failedItems = describeFailedItems(rows.loops.map(({ stored, failed }) => ({ ...stored, failed })));
  return { id, status, startedAt, errorMessage, note, failedItems, logs };
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
    message: describeCallOutcome(call),
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

/** Adds to a call's name which item of a list the call was for. */
function nameItem(name: string, { loop }: Pick<ApiCallLog, 'loop'>): string {
  return loop ? `${name}, item ${loop.index} of ${loop.of}` : name;
}

/**
 * Judges a call. A call that ended the run is an error, whatever the response was. A call that failed without ending the run is
 * a warning, as is a call that was sent without a variable's value, or whose response lacked something to be saved. A search
 * that found an empty list is a success.
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
  return listMissed(call, false).length > 0 || listLacked(call).length > 0 ? 'warning' : 'success';
}

/** Describes the outcome of a call in a line. */
export function describeCallOutcome(call: ApiCallLog): string {
  const gaps = [
    { what: 'sent without a value', names: listLacked(call) },
    { what: 'not mapped', names: listMissed(call, false) },
    { what: 'empty list', names: listMissed(call, true) },
  ];
  return [
    call.message,
    ...gaps.flatMap(({ what, names }) => (names.length > 0 ? `${what}: ${names.join(', ')}` : [])),
  ].join(', ');
}

/** Returns the variables that the request was sent without, because the payload lacks them. */
function listLacked({ request }: ApiCallLog): string[] {
  return request?.lacked?.map(({ variableName }) => variableName) ?? [];
}

/** Returns the variables that the response did not give, either because its list was empty, or for another reason. */
function listMissed({ response }: ApiCallLog, isListEmpty: boolean): string[] {
  return listExtractions(response)
    .filter(({ success, emptyList = false }) => !success && emptyList === isListEmpty)
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

/** Judges one comparison, and tells whether others decided the step. */
function judgeCondition({ conditionMet, otherwise }: ConditionLog): string {
  const isStepMet = otherwise === null;
  if (conditionMet) return isStepMet ? 'met' : 'met, but another is not';
  return isStepMet ? 'not met, but another is' : 'not met';
}
