// Executions with everything their log shows. The names are those of the JSON API and of the logs screen alike.
import type { LoggedRequest, LoggedResponse } from '~/engine/event';
import { parseJson } from '~/engine/json';
import type { Extraction } from '~/engine/variables';
import { type Execution, listExecutions } from './executions';
import type { Queries } from './open';
import type { ExecutionStatus, StepStatus } from './schema';
import { type Attempt, type Step, listAttempts, listSteps } from './steps';

/** Times are ISO 8601, durations milliseconds. */
export interface ExecutionLog {
  id: string;
  status: ExecutionStatus;
  triggerType: string;
  startedAt: string;
  completedAt: string | null;
  duration: number | null;
  errorMessage: string | null;
  triggerData: unknown;
  /** The variables that the calls' responses gave, by name. */
  executionData: Record<string, unknown> | null;
  apiCallLogs: ApiCallLog[];
  conditionalExecutionLogs: never[];
}

export interface ApiCallLog {
  step: number;
  callId: string;
  status: StepStatus;
  error: string | null;
  duration: number | null;
  request: (Omit<LoggedRequest, 'headers'> & { headers: Record<string, string>; apiCallName: string }) | null;
  response: (Omit<LoggedResponse, 'headers'> & { headers: Record<string, string> }) | null;
  responseMapping: { saveAs: Extraction | null; extractions: Extraction[] };
  apiCallName: string;
  /** How often the request was put on the wire: more than once when a process died before its answer was known. */
  sends: number;
}

/** The logs of an integration, newest first. `before` is the id of the last one of the page before. */
export function listExecutionLogs(
  db: Queries,
  scope: { organizationId: string; integrationId: string; before?: string | undefined; limit: number },
): ExecutionLog[] {
  const executions = listExecutions(db, scope);
  const ids = executions.map((execution) => execution.id);
  const steps = listSteps(db, ids);
  const attempts = listAttempts(db, ids);
  return executions.map((execution) =>
    describe(
      execution,
      steps.filter((step) => step.execution_id === execution.id),
      attempts.filter((attempt) => attempt.execution_id === execution.id),
    ),
  );
}

function describe(execution: Execution, steps: Step[], attempts: Attempt[]): ExecutionLog {
  const { startedAt, completedAt } = execution;
  const calls = steps.map((step) =>
    describeCall(
      step,
      attempts.findLast((attempt) => attempt.step === step.step),
    ),
  );
  return {
    id: execution.id,
    status: execution.status,
    triggerType: execution.triggerType,
    startedAt: new Date(startedAt).toISOString(),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
    duration: completedAt === null ? null : completedAt - startedAt,
    errorMessage: execution.errorMessage,
    triggerData: execution.triggerData === null ? null : parseJson(execution.triggerData),
    executionData: listSavedVariables(calls),
    apiCallLogs: calls,
    conditionalExecutionLogs: [],
  };
}

function describeCall(step: Step, attempt: Attempt | undefined): ApiCallLog {
  const request = attempt && (JSON.parse(attempt.request) as LoggedRequest);
  const response = attempt?.response ? (JSON.parse(attempt.response) as LoggedResponse) : null;
  const extractions = step.extractions ? (parseJson(step.extractions) as Extraction[]) : [];
  return {
    step: step.step,
    callId: step.call_id,
    apiCallName: step.name,
    status: step.status,
    error: step.error_message,
    duration: attempt?.duration_ms ?? null,
    request: request ? { ...request, headers: joinHeaders(request.headers), apiCallName: step.name } : null,
    response: response && { ...response, headers: joinHeaders(response.headers) },
    responseMapping: {
      saveAs: extractions.find((extraction) => extraction.jsonPath === '$') ?? null,
      extractions: extractions.filter((extraction) => extraction.jsonPath !== '$'),
    },
    sends: attempt?.sends ?? 0,
  };
}

/** Several fields of one name become one, joined as RFC 9110 §5.3 allows. */
function joinHeaders(headers: [name: string, value: string][]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}

function listSavedVariables(calls: ApiCallLog[]): Record<string, unknown> | null {
  const saved = calls.flatMap(({ responseMapping }) =>
    [responseMapping.saveAs, ...responseMapping.extractions].filter((extraction) => extraction?.success),
  );
  if (saved.length === 0) return null;
  return Object.fromEntries(saved.map((extraction) => [extraction?.variableName, extraction?.value]));
}
