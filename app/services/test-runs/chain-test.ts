// The results of a test for each call and each check of the chain; the editor shows them beside these.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { listTestExecutionIds } from '~/db/executions/logs/test-executions';
import { describeConsequence } from '~/engine/events/consequence';
import { describeFailedItems } from '~/engine/events/failed-items';
import type { FoundPath } from '~/engine/paths/path-discovery';
import { formatCompared } from '../executions/condition-log';
import { discoverInText } from '../executions/last-run';
import type { ApiCallLog, ConditionLog, ExecutionSummary } from '../executions/log-schema';
import { findMaskedLog } from '../executions/mask-trigger-data';
import { createTextCutter, type TextCutter } from './cut-text';
import { judgeCall, describeCallOutcome } from './log';
import type { TestLogStatus } from './log-schema';

/** Times are ISO 8601, durations milliseconds; long texts are cut, secrets masked. */
export interface ChainTest extends Pick<
  ExecutionSummary,
  'id' | 'status' | 'startedAt' | 'duration' | 'errorMessage'
> {
  /** How many items of lists failed, as `1 of 5 items failed`; null when none did. */
  failedItems: string | null;
  /** When this test was read, in milliseconds since 1970: the greater of two is the newer. */
  readAt: number;
  /** The calls by id; a call that the test did not reach has no entry. */
  calls: Record<string, CallTrace>;
  /** The conditions by the id of their step. */
  conditions: Record<string, ConditionTrace>;
}

/** The outcome of one call. */
export interface CallTrace {
  /** `info` while the call is under way. */
  status: TestLogStatus;
  message: string;
  /** From the last attempt, like the fields below; null when no response came. */
  statusCode: number | null;
  duration: number | null;
  attempts: number;
  /** Null when nothing was sent. */
  request: { method: string; url: string; headers: Record<string, string>; body: string } | null;
  response: { headers: Record<string, string>; body: string; truncated: boolean } | null;
  /** The paths in the whole response. */
  paths: FoundPath[];
}

/** The outcome of one check. */
export interface ConditionTrace {
  isMet: boolean;
  /** The comparison, and what the run did next. */
  message: string;
}

/** Returns the test `id` of an integration; the newest test when that one does not exist or `id` is null. */
export async function findChainTest(
  context: Pick<AppContext, 'connections' | 'db' | 'definitions' | 'now'>,
  owner: Owner,
  id: string | null,
): Promise<ChainTest | undefined> {
  const asked = id === null ? undefined : await findMaskedLog(context, owner, id);
  const log = asked ?? (await findNewest(context, owner));
  if (!log) return undefined;
  const cutter = createTextCutter();
  const calls = log.apiCallLogs.filter(({ kind }) => kind === 'call');
  const { status, startedAt, duration, errorMessage } = log;
  return {
    id: log.id,
    status,
    startedAt,
    duration,
    errorMessage,
    failedItems: describeFailedItems(log.loops),
    readAt: context.now(),
    calls: Object.fromEntries(chooseCalls(calls).map((call) => [call.callId, traceCall(call, cutter)])),
    conditions: traceConditions(log.conditionalExecutionLogs, cutter),
  };
}

/** Chooses one log per call id: for items of a list the first that failed, which tells most, else the last. */
function chooseCalls(calls: ApiCallLog[]): ApiCallLog[] {
  const chosen = new Map<string, ApiCallLog>();
  for (const call of calls) {
    const known = chosen.get(call.callId);
    if (!(known?.loop && known.status === 'error')) chosen.set(call.callId, call);
  }
  return [...chosen.values()];
}

async function findNewest(context: Pick<AppContext, 'connections' | 'db' | 'definitions'>, owner: Owner) {
  const newest = await findNewestTestId(context, owner);
  return newest === undefined ? undefined : await findMaskedLog(context, owner, newest);
}

/** Returns the newest test's id without reading its log, which may be large. */
export async function findNewestTestId(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
): Promise<string | undefined> {
  const [newest] = await listTestExecutionIds(db, owner, { limit: 1, maxBytes: 0 });
  return newest;
}

function traceCall(call: ApiCallLog, { cut, cutMessage }: TextCutter): CallTrace {
  const { request, response, duration } = call;
  const sent = request && { headers: request.headers, body: request.body };
  const got = response && { headers: response.headers, body: response.binary ? '' : response.body };
  const shown = got && cutMessage(got);
  return {
    status: judgeCall(call),
    message: cut(describeCallOutcome(call)),
    statusCode: response?.status ?? null,
    duration,
    attempts: request?.retryData?.retryAttempts.length ?? (request ? 1 : 0),
    request: request && sent && { ...cutMessage(sent), method: request.method, url: cut(request.url) },
    response: response && shown && { ...shown, truncated: response.truncated || shown.body.endsWith('…') },
    paths: response && !response.binary ? discoverInText(response.body) : [],
  };
}

/** Lists several comparisons of one step one after the other. */
function traceConditions(logs: ConditionLog[], { cut }: TextCutter): Record<string, ConditionTrace> {
  const last = new Map(logs.map((log) => [log.conditionalStepId, log]));
  const traces = [...last].map(([id, log]) => {
    const compared = logs
      .filter(({ conditionalStepId }) => conditionalStepId === id)
      .map((each) => `${each.fieldName}: ${formatCompared(each).actualValue}`);
    const message = cut(`${compared.join(', ')}; ${describeConsequence(log)}`);
    return [id, { isMet: log.otherwise === null, message }] as const;
  });
  return Object.fromEntries(traces);
}
