// The calls of a log, with their attempts. The names are those of the JSON API and of the logs screen alike.
import type { LoggedRequest, LoggedResponse, ResponseRuling } from '~/engine/events/event';
import { parseJson } from '~/engine/json/json';
import type { Extraction } from '~/engine/variables';
import type { LoggedResponseStep } from './response-handling';
import type { Queries } from '../../core/queries';
import { type Attempt as AttemptRow, selectLoggedSteps, type LoggedStep as StepRow } from '../steps';
import type { PlainCallLog, ResponseHandlingInfo, RetryData } from './call-log-entry';
import { describeWebhook, type WebhookExecution } from './webhook-calls';

/** A call of a log, with what it did to a webhook. */
export interface ApiCallLog extends PlainCallLog {
  /** The same as a webhook's, for a rule's notice and what else notifies a webhook; null for other calls. */
  webhookExecution: WebhookExecution | null;
}

/** The calls of an execution, in the order they happened; the definition's response handling says what was asked for. */
export function listCallLogs(db: Queries, executionId: string, handling: LoggedResponseStep[]): ApiCallLog[] {
  const steps = db.all(selectLoggedSteps(db, executionId).where('kind', '!=', 'condition'));
  const attempts = db.all(
    db.build
      .selectFrom('attempts')
      .selectAll()
      .where('execution_id', '=', executionId)
      .orderBy('step')
      .orderBy('attempt'),
  );
  const calls = steps.map((step) =>
    describeCall(
      step,
      attempts.filter((attempt) => attempt.step === step.step),
      handling,
    ),
  );
  return calls.map((call) => Object.assign(call, { webhookExecution: describeWebhook(call, calls) }));
}

function describeCall(step: StepRow, attempts: AttemptRow[], handling: LoggedResponseStep[]): PlainCallLog {
  const last = attempts.at(-1);
  const request = last ? (JSON.parse(last.request) as LoggedRequest) : null;
  const response = last?.response ? (JSON.parse(last.response) as LoggedResponse) : null;
  const extractions = step.extractions === null ? [] : (parseJson(step.extractions) as Extraction[]);
  const responseMapping = {
    saveAs: extractions.find((extraction) => extraction.jsonPath === '$') ?? null,
    extractions: extractions.filter((extraction) => extraction.jsonPath !== '$'),
  };
  const kind = step.kind === 'webhook' ? 'webhook' : 'call';
  const responseHandlingStep =
    kind === 'call' ? (handling.find(({ callId }) => callId === step.call_id) ?? null) : null;
  return {
    step: step.step,
    kind,
    callId: step.call_id,
    apiCallName: step.name,
    status: step.status,
    message: describeStep(step, last),
    error: step.error_message,
    startedAt: last ? new Date(last.started_at).toISOString() : null,
    duration: last?.duration_ms ?? null,
    request: request && {
      ...request,
      headers: joinHeaders(request.headers),
      apiCallName: step.name,
      responseHandling: describeHandling(step, attempts),
      responseHandlingStep,
      retryData: describeRetries(attempts, responseHandlingStep),
    },
    response: response && { ...response, headers: joinHeaders(response.headers), responseMapping },
    sends: last?.sends ?? 0,
  };
}

function describeStep({ status, error_message }: StepRow, last: AttemptRow | undefined): string {
  if (status === 'running') return 'In progress';
  if (status === 'success') return last?.status_code ? `HTTP ${last.status_code}` : 'Done';
  return error_message ?? (status === 'skipped' ? 'Skipped' : 'Failed');
}

function readRuling(attempt: AttemptRow | undefined): ResponseRuling | null {
  return attempt?.ruling ? (JSON.parse(attempt.ruling) as ResponseRuling) : null;
}

function describeHandling(step: StepRow, attempts: AttemptRow[]): ResponseHandlingInfo | null {
  const last = attempts.at(-1);
  // While another attempt is under way, what counts is what asked for it.
  const ruling = readRuling(last) ?? readRuling(attempts.at(-2));
  if (!last || !ruling) return null;
  const executionStopped = ruling.action === 'stop_notify';
  return {
    matchedAction: ruling.action,
    matchedStatusCode: ruling.matchedStatusCode,
    retryAttempt: last.attempt,
    totalRetries: last.attempt - 1,
    finalSuccess: step.status === 'success',
    executionStopped,
    stopReason: executionStopped ? (step.error_message ?? `HTTP ${last.status_code ?? ''}`.trim()) : null,
    hasRetryConfig: ruling.hasRetryConfig,
    hasWebhookURL: ruling.hasWebhookURL,
  };
}

function describeRetries(attempts: AttemptRow[], handling: LoggedResponseStep | null): RetryData | null {
  const asked = readRuling(attempts[0]);
  if (asked?.action !== 'retry') return null;
  const rule = handling?.statusCodeRules.find(
    ({ action, statusCodes }) =>
      action === 'retry' && statusCodes.some((code) => String(code) === asked.matchedStatusCode),
  );
  return {
    maxRetries: rule?.retryConfig?.maxRetries ?? null,
    retryAttempts: attempts.map((tried) => ({
      attemptNumber: tried.attempt,
      statusCode: tried.status_code,
      responseBody: tried.response === null ? null : (JSON.parse(tried.response) as LoggedResponse).body,
      error: tried.error_message,
      duration: tried.duration_ms,
      delayMs: readRuling(tried)?.delayMs ?? null,
      timestamp: new Date(tried.started_at).toISOString(),
    })),
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
