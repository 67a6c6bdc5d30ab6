// What the tests of an integration did, log by log: a call, a call that was tried again, or a condition.
import type { AppContext } from '~/context';
import type { ApiCallLog } from '~/db/executions/logs/call-logs';
import type { ResponseHandlingInfo, RetryAttempt } from '~/db/executions/logs/call-log-entry';
import type { ConditionLog } from '~/db/executions/logs/condition-logs';
import {
  type ExecutionLog,
  type ExecutionSummary,
  findExecutionLog,
  type Owner,
} from '~/db/executions/logs/execution-logs';
import type { LoggedResponseStep } from '~/db/executions/logs/response-handling';
import { listStepStarts, listTestExecutionIds } from '~/db/executions/logs/test-executions';
import { describeConsequence } from '~/engine/events/consequence';
import { stringifyJson } from '~/engine/json/json';
import { nameCall } from '~/engine/definition/call-name';

export type TestLogStatus = 'success' | 'error' | 'warning' | 'info' | 'skipped' | 'conditional';

export type TestLogKind = 'API CALL' | 'RETRY' | 'CONDITIONAL EXECUTION';

/** A test and what it did, in the order of time. Times are ISO 8601, durations milliseconds. */
export interface TestRun extends Pick<ExecutionSummary, 'id' | 'status' | 'startedAt' | 'errorMessage'> {
  logs: TestLog[];
}

export interface TestLog {
  id: string;
  executionId: string;
  kind: TestLogKind;
  status: TestLogStatus;
  apiCallName: string;
  message: string;
  createdAt: string;
  details: {
    /** With the response handling that was asked for. */
    request: TestMessage<{
      method: string;
      url: string;
      responseHandling: LoggedResponseStep | null;
    }> | null;
    /** With what the response handling did. */
    response: TestMessage<{ status: number; responseHandling: ResponseHandlingInfo | null }> | null;
    error: string | null;
    duration: number | null;
    conditionalExecution: TestCondition | null;
    responseHandlingExecution: TestHandling | null;
  };
}

type TestMessage<First> = First & { headers: Record<string, string>; body: string };

export interface TestCondition {
  fieldName: string;
  conditionType: string;
  expectedValue: string;
  /** 'null/missing' when there was none. */
  actualValue: string;
  conditionMet: boolean;
  nextApiCallAction: 'execute' | 'skip';
}

export type TestHandling = Pick<
  ResponseHandlingInfo,
  'matchedAction' | 'matchedStatusCode' | 'totalRetries' | 'finalSuccess'
> & { retryAttempts: TestAttempt[] };

export interface TestAttempt extends Pick<RetryAttempt, 'attemptNumber' | 'error' | 'duration' | 'delayMs'> {
  /** When it was sent. */
  timestamp: string;
  status: TestLogStatus;
  /** Null when no response came. */
  response: { status: number; body: string } | null;
}

const keptTests = 10;

/** Of so many bytes of logged requests and responses; the newest test is answered however much it logged. */
const maxLoggedBytes = 1024 * 1024;

/** The integration's newest ten tests, newest first, less when their logs are heavy. */
export function listTestRuns({ db }: Pick<AppContext, 'db'>, owner: Owner): TestRun[] {
  const ids = listTestExecutionIds(db, owner, { limit: keptTests, maxBytes: maxLoggedBytes });
  return ids.flatMap((id) => findTestRun({ db }, owner, id) ?? []);
}

/** What one execution did, in the form of a test. */
export function findTestRun({ db }: Pick<AppContext, 'db'>, owner: Owner, id: string): TestRun | undefined {
  const log = findExecutionLog(db, owner, id);
  return log && describeRun(log, listStepStarts(db, id));
}

function describeRun(log: ExecutionLog, starts: Map<number, number>): TestRun {
  const { id, status, startedAt, errorMessage } = log;
  const entries = [
    ...log.apiCallLogs.map((call) => ({ step: call.step, describe: describeCall(id, call) })),
    ...log.conditionalExecutionLogs.map((condition, index) => ({
      step: condition.step,
      describe: describeCondition(id, condition, index),
    })),
  ].toSorted((a, b) => a.step - b.step);
  let at = startedAt;
  const logs = entries.map(({ step, describe }) => {
    const sentAt = starts.get(step);
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
  const missed = listMissed(call);
  return (createdAt) => ({
    id: `${executionId}-${step}`,
    executionId,
    kind: status === 'skipped' ? 'CONDITIONAL EXECUTION' : retried ? 'RETRY' : 'API CALL',
    status: judgeCall(call),
    apiCallName: nameCall(call.apiCallName, step),
    message: missed.length === 0 ? call.message : `${call.message}, not mapped: ${missed.join(', ')}`,
    createdAt,
    details: {
      request:
        request &&
        pick(request, {
          method: request.method,
          url: request.url,
          responseHandling: request.responseHandlingStep,
        }),
      response: response && pick(response, { status: response.status, responseHandling: handling ?? null }),
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

function pick<First>(
  { headers, body }: { headers: Record<string, string>; body: string },
  first: First,
): TestMessage<First> {
  return { ...first, headers, body };
}

/**
 * A call that ended the run is an error, whatever was answered. One that failed without ending it is a warning, as is
 * one whose response lacked what was to be saved.
 */
function judgeCall(call: ApiCallLog): TestLogStatus {
  const { status, request } = call;
  if (status === 'running') return 'info';
  if (status === 'skipped') return 'skipped';
  const { matchedAction, executionStopped } = request?.responseHandling ?? {};
  if (executionStopped) return 'error';
  if (status === 'error') {
    return matchedAction === 'continue' || matchedAction === 'webhook' ? 'warning' : 'error';
  }
  return listMissed(call).length > 0 ? 'warning' : 'success';
}

/** The variables that the response did not give. */
function listMissed({ response }: ApiCallLog): string[] {
  const { saveAs = null, extractions = [] } = response?.responseMapping ?? {};
  return [saveAs ?? [], extractions]
    .flat()
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
  const isOutvoted = conditionMet && nextApiCallAction === 'skip';
  const verdict = isOutvoted ? 'met, but another is not' : conditionMet ? 'met' : 'not met';
  return () => ({
    id: `${executionId}-${step}-${index}`,
    executionId,
    kind: 'CONDITIONAL EXECUTION',
    status: 'conditional',
    apiCallName: fieldName,
    message: `Condition ${verdict}: ${describeConsequence(log)}`,
    createdAt: timestamp,
    details: {
      request: null,
      response: null,
      error: null,
      duration: null,
      conditionalExecution: {
        fieldName,
        conditionType,
        expectedValue: log.expectedValue === null ? '' : textOf(log.expectedValue),
        actualValue: log.actualValue === null ? 'null/missing' : textOf(log.actualValue),
        conditionMet,
        nextApiCallAction,
      },
      responseHandlingExecution: null,
    },
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
