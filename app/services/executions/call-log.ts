// The calls in a log, with their attempts.
import type { LogRows } from '~/db/executions/logs/execution-logs';
import type { Attempt, LoggedStep } from '~/db/executions/steps';
import type { Extraction, LoggedRequest, LoggedResponse } from '~/engine/logged';
import { compareSteps } from '~/engine/events/step-number';
import { parseJson } from '~/engine/json/json';
import { toResponseHandling, describeResponseSteps, describeRetries } from './handling-log';
import type { ApiCallLog, LoggedResponseStep, ResponseMappingLog } from './log-schema';
import { placeOfItem } from './loop-log';
import { describeWebhook, type PlainCallLog } from './webhook-log';

/** Describes the calls of an execution in the order they happened; the calls of items follow those before their loop. */
export function describeCalls({
  steps,
  attempts,
  loops,
  handling,
}: Pick<LogRows, 'steps' | 'attempts' | 'loops' | 'handling'>): ApiCallLog[] {
  const responseSteps = describeResponseSteps(handling);
  const attemptsOf = groupBySteps([...attempts, ...loops.flatMap((loop) => loop.attempts)]);
  const calls = [...steps, ...loops.flatMap((loop) => loop.steps)]
    .filter(({ kind }) => kind === 'call' || kind === 'webhook')
    .toSorted(compareSteps)
    .map((step) =>
      Object.assign(
        describeCall(step, attemptsOf.get(step.step) ?? [], responseSteps),
        placeOfItem(loops, step),
      ),
    );
  return calls.map((call) => Object.assign(call, { webhookExecution: describeWebhook(call, calls) }));
}

/** Groups attempts by step in one pass: an execution may have thousands of steps. */
function groupBySteps(attempts: Attempt[]): Map<number, Attempt[]> {
  const groups = new Map<number, Attempt[]>();
  for (const attempt of attempts) {
    const group = groups.get(attempt.step);
    if (group) group.push(attempt);
    else groups.set(attempt.step, [attempt]);
  }
  return groups;
}

function describeCall(step: LoggedStep, attempts: Attempt[], handling: LoggedResponseStep[]): PlainCallLog {
  const last = attempts.at(-1);
  const request = last ? (JSON.parse(last.request) as LoggedRequest) : null;
  const response = last?.response ? (JSON.parse(last.response) as LoggedResponse) : null;
  const extractions = step.extractions === null ? [] : (parseJson(step.extractions) as Extraction[]);
  const kind = step.kind === 'webhook' ? 'webhook' : 'call';
  const responseHandlingStep =
    kind === 'call' ? (handling.find(({ callId }) => callId === step.call_id) ?? null) : null;
  return {
    step: step.step,
    kind,
    callId: step.call_id,
    apiCallName: step.name,
    ...(step.page !== null && { page: step.page }),
    status: step.status,
    message: describeStep(step, last),
    error: step.error_message,
    startedAt: last ? new Date(last.started_at).toISOString() : null,
    duration: last?.duration_ms ?? null,
    request: request && {
      ...request,
      headers: joinHeaders(request.headers),
      apiCallName: step.name,
      responseHandling: toResponseHandling(step, attempts),
      responseHandlingStep,
      retryData: describeRetries(attempts, responseHandlingStep),
    },
    response: response && {
      ...response,
      headers: joinHeaders(response.headers),
      responseMapping: describeMapping(extractions),
    },
    sends: last?.sends ?? 0,
  };
}

function describeStep({ status, error_message }: LoggedStep, last: Attempt | undefined): string {
  if (status === 'running') return 'In progress';
  if (status === 'success') return last?.status_code ? `HTTP ${last.status_code}` : 'Done';
  return error_message ?? (status === 'skipped' ? 'Skipped' : 'Failed');
}

/** Describes what was extracted from a response: the whole of it, and fields. */
export function describeMapping(extractions: Extraction[]): ResponseMappingLog {
  return {
    saveAs: extractions.find(({ jsonPath }) => jsonPath === '$') ?? null,
    extractions: extractions.filter(({ jsonPath }) => jsonPath !== '$'),
  };
}

/** Lists everything that was extracted from a response, or not found in it. */
export function listExtractions(
  response: Pick<NonNullable<ApiCallLog['response']>, 'responseMapping'> | null,
): Extraction[] {
  const { saveAs = null, extractions = [] } = response?.responseMapping ?? {};
  return saveAs ? [saveAs, ...extractions] : extractions;
}

/** Joins several fields of one name into one, as RFC 9110 §5.3 allows. */
export function joinHeaders(headers: [name: string, value: string][]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}
