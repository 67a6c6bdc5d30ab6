// Describes an execution and its log from its rows, once for everyone who shows it: the JSON API, files, the logs screen and
// test results.
import {
  type ExecutionRow,
  findLogRows,
  type ListedRow,
  listExecutionRows,
  listLogRows,
  type LoggedAnswer,
  type LogPage,
  type LogRows,
  type Owner,
} from '~/db/executions/logs/execution-logs';
import type { ItemPage } from '~/db/executions/logs/loop-items';
import type { Queries } from '~/db/core/queries';
import type { Extraction, ScheduledExecution } from '~/engine/logged';
import { parseJson } from '~/engine/json/json';
import { readRequest } from '~/engine/delivery/delivery-request';
import { yieldTurn } from '../event-loop';
import { parseJsonInTurns } from '../large-json';
import { describeCalls, listExtractions } from './call-log';
import { describeConditions } from './condition-log';
import { describeCallWaits } from './wait-log';
import { toLoopLog } from './loop-log';
import type { FilledAnswer } from '~/engine/senders/answer';
import type { ApiCallLog, ExecutionLog, ExecutionSummary } from './log-schema';
import { noteRemovedFiles } from './removed-files';
import { describeReplays } from './replay-log';
import type { SenderAnswer } from './sender-answer';

/** Masks secrets in trigger data and the answer to its sender, from JSON text to JSON text, by the integration's version. */
export type MaskPayload = (json: string, version: number) => Promise<string>;

/** Lists an integration's executions, newest first, without their logs. */
export async function listExecutions(db: Queries, page: LogPage): Promise<ExecutionSummary[]> {
  return (await listExecutionRows(db, page)).map(toExecutionSummary);
}

/**
 * Finds one execution with its log, and with one page of items of each loop: the first page, unless the caller names another.
 */
export async function findExecutionLog(
  db: Queries,
  owner: Owner,
  id: string,
  { maskPayload, items }: { maskPayload?: MaskPayload; items?: ItemPage | undefined } = {},
): Promise<ExecutionLog | undefined> {
  const rows = await findLogRows(db, owner, id, items);
  // Reading and describing a log of many megabytes take tens of milliseconds each.
  await yieldTurn();
  if (!rows) return undefined;
  const log = await toExecutionLog(rows, maskPayload);
  await noteRemovedFiles(db, log);
  return log;
}

/** Returns a page of logs, newest first, and the cursor of the next page, if there is one; see {@link listLogRows}. */
export async function listExecutionLogs(
  db: Queries,
  page: LogPage,
  maskPayload?: MaskPayload,
): Promise<{ logs: ExecutionLog[]; nextBefore: string | undefined }> {
  const { logs, nextBefore } = await listLogRows(db, page, yieldTurn);
  const described: ExecutionLog[] = [];
  for (const rows of logs) {
    const log = await toExecutionLog(rows, maskPayload);
    await noteRemovedFiles(db, log);
    described.push(log);
    await yieldTurn();
  }
  return { logs: described, nextBefore };
}

/** Describes an execution as a row of a list. */
export function toExecutionSummary(row: ListedRow): ExecutionSummary {
  return Object.assign(summarize(row), { hasDetails: row.has_details === 1 });
}

/** Describes an execution with its log. */
async function toExecutionLog(
  rows: LogRows,
  maskPayload: MaskPayload = async (json) => json,
): Promise<ExecutionLog> {
  const { integration_version: version, trigger_data: payload, request, scheduled } = rows.execution;
  const mask = (json: string) => maskPayload(json, version);
  const calls = describeCalls(rows);
  await yieldTurn();
  const callWaits = describeCallWaits(rows);
  return {
    ...summarize(rows.execution),
    triggerData: payload === null ? null : await parseJsonInTurns(await mask(payload)),
    ...(request !== null && { request: readRequest(await mask(request)) }),
    executionData: listSavedVariables(calls, rows.steps),
    scheduledExecution: scheduled === null ? null : (JSON.parse(scheduled) as ScheduledExecution),
    ...describeReplays(rows),
    ...(rows.duplicates > 0 && { deliveries: 1 + rows.duplicates }),
    ...(rows.answer && { senderAnswer: await describeAnswer(rows.answer, mask) }),
    apiCallLogs: calls,
    loops: rows.loops.map((loop) => toLoopLog(loop, rows.execution)),
    conditionalExecutionLogs: describeConditions(rows),
    ...(callWaits.length > 0 && { callWaits }),
  };
}

async function describeAnswer(
  { outcome, waitedMs, shown, problem }: LoggedAnswer,
  mask: (json: string) => Promise<string>,
): Promise<SenderAnswer> {
  const masked = shown === null ? null : (JSON.parse(await mask(shown)) as FilledAnswer | string);
  // A text is the mask of the whole answer.
  const answer = typeof masked === 'string' ? null : masked;
  return {
    outcome,
    waited: waitedMs,
    answer: answer && { ...answer, headers: Object.fromEntries(answer.headers) },
    problem,
  };
}

function summarize(row: ExecutionRow): Omit<ExecutionSummary, 'hasDetails'> {
  const { started_at: startedAt, completed_at: completedAt } = row;
  return {
    id: row.id,
    status: row.status,
    triggerType: row.trigger_type,
    isTest: row.is_test === 1,
    startedAt: new Date(startedAt).toISOString(),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
    duration: completedAt === null ? null : completedAt - startedAt,
    errorMessage: row.error_message,
    note: row.note,
  };
}

/** Lists the last value of each name that calls, lists and answers to waits gave. Only an item itself knew what it saved. */
function listSavedVariables(calls: ApiCallLog[], steps: LogRows['steps']): Record<string, unknown> | null {
  const others = steps.filter(({ kind, extractions }) => kind !== 'call' && extractions !== null);
  const given = [
    ...calls.map(({ step, loop, response }) => ({ step, saved: loop ? [] : listExtractions(response) })),
    ...others.map(({ step, extractions }) => ({
      step,
      saved: parseJson(extractions ?? '[]') as Extraction[],
    })),
  ].toSorted((a, b) => a.step - b.step);
  const saved = given.flatMap((each) => each.saved).filter(({ success }) => success);
  if (saved.length === 0) return null;
  return Object.fromEntries(saved.map(({ variableName, value }) => [variableName, value]));
}
