// Executions with everything their log shows. The names are those of the JSON API and of the logs screen alike.
// Bodies make logs heavy (256 KiB each, two a call): lists read no more of them than they can answer with.
import { sql } from 'kysely';
import { parseJson } from '~/engine/json/json';
import type { ScheduledExecution } from '~/engine/triggers/trigger';
import { type ApiCallLog, listCallLogs } from './call-logs';
import { type ConditionLog, listConditionLogs } from './condition-logs';
import { listLoggedResponseSteps } from './response-handling';
import { notQueued, selectQueued } from '../queue/queued-executions';
import type { Queries } from '../../core/queries';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import { logBytes } from './log-bytes';

/** An execution as a row of a list shows it. Times are ISO 8601, durations milliseconds. */
export interface ExecutionSummary {
  id: string;
  status: ExecutionStatus;
  triggerType: string;
  /** A user began it to try the integration out. */
  isTest: boolean;
  /** When the trigger fired. */
  startedAt: string;
  completedAt: string | null;
  duration: number | null;
  errorMessage: string | null;
}

export interface ListedExecution extends ExecutionSummary {
  /** There is a log to open. */
  hasDetails: boolean;
}

export interface ExecutionLog extends ExecutionSummary {
  /** What the trigger delivered, its numbers with their digits; null also when it delivered nothing. */
  triggerData: unknown;
  /** The variables that the calls' responses gave, by name; null when there are none. */
  executionData: Record<string, unknown> | null;
  /** When it was due and when it ran; null for what no schedule started. */
  scheduledExecution: ScheduledExecution | null;
  /** The execution that this one repeats. */
  replayOf: string | null;
  apiCallLogs: ApiCallLog[];
  conditionalExecutionLogs: ConditionLog[];
}

/** Whose executions: of which integration, and which organization must own it. */
export interface Owner {
  organizationId: string;
  integrationId: string;
}

/** What of trigger data may be shown, JSON text to JSON text: of an execution of a version of its integration. */
export type MaskPayload = (json: string, version: number) => string;

export interface LogPage extends Owner {
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/** Stored bytes, after which a page of whole logs ends early. */
const maxPageBytes = 8 * 1024 * 1024;

/** An integration's executions, newest first, without their logs. */
export function listExecutionSummaries(db: Queries, page: LogPage): ListedExecution[] {
  return db.all(selectListed(selectPage(db, page))).map(describeListed);
}

/** Those of an integration's executions that are among `ids`, newest first, without their logs. */
export function listExecutionSummariesOf(db: Queries, owner: Owner, ids: string[]): ListedExecution[] {
  if (ids.length === 0) return [];
  const among = selectOwned(db, owner).where('id', 'in', ids).orderBy('id', 'desc');
  return db.all(selectListed(among)).map(describeListed);
}

function selectListed(executions: ReturnType<typeof selectOwned>) {
  const hasSteps = sql`exists (select 1 from steps where execution_id = executions.id)`;
  return executions
    .select(summaryColumns)
    .innerJoin('payloads', 'seq', 'payload_seq')
    .select(
      sql<0 | 1>`trigger_data is not null or error_message is not null or ${hasSteps}`.as('hasDetails'),
    );
}

function describeListed(row: SummaryRow & { hasDetails: 0 | 1 }): ListedExecution {
  return Object.assign(summarize(row), { hasDetails: row.hasDetails === 1 });
}

/** One execution with its log. */
export function findExecutionLog(
  db: Queries,
  owner: Owner,
  id: string,
  maskPayload?: MaskPayload,
): ExecutionLog | undefined {
  const row = db.first(selectLogs(db, owner).where('executions.id', '=', id));
  return row && readLog(db, row, maskPayload);
}

/**
 * The logs of an integration, newest first, and the cursor of the next page, if there is one. A page may hold fewer
 * logs than asked for: at least one, and then no more than 8 MiB.
 */
export function listExecutionLogs(
  db: Queries,
  page: LogPage,
  maskPayload?: MaskPayload,
): { logs: ExecutionLog[]; nextBefore: string | undefined } {
  const sized = db.all(
    selectPage(db, { ...page, limit: page.limit + 1 })
      .select('id')
      .select(logBytes.as('bytes')),
  );
  let bytes = 0;
  const fitting = sized.slice(0, page.limit).filter((execution, index) => {
    bytes += execution.bytes;
    return index === 0 || bytes <= maxPageBytes;
  });
  const ids = fitting.map(({ id }) => id);
  if (ids.length === 0) return { logs: [], nextBefore: undefined };
  const rows = db.all(selectLogs(db, page).where('executions.id', 'in', ids).orderBy('id', 'desc'));
  return {
    logs: rows.map((row) => readLog(db, row, maskPayload)),
    nextBefore: ids.length < sized.length ? ids.at(-1) : undefined,
  };
}

const summaryColumns = [
  'id',
  'status',
  'trigger_type',
  'is_test',
  'started_at',
  'completed_at',
  'error_message',
] as const;

function selectOwned(db: Queries, { organizationId, integrationId }: Owner) {
  return db.build
    .selectFrom('executions')
    .where('integration_id', '=', integrationId)
    .where('organization_id', '=', organizationId);
}

/**
 * A page of executions. What has begun is found by the integration's index; what is queued is not in it, so that a
 * delivery is stored quickly.
 */
function selectPage(db: Queries, { before, limit, ...owner }: LogPage) {
  const begun = selectOwned(db, owner)
    .select('id')
    .where(notQueued)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);
  const queued = selectQueued(db, owner);
  const candidates = db.build
    .selectFrom(begun.as('begun'))
    .select('begun.id')
    .unionAll(db.build.selectFrom(queued.as('queued')).select('queued.id'));
  return selectOwned(db, owner)
    .where('id', 'in', candidates)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);
}

function selectLogs(db: Queries, owner: Owner) {
  return selectOwned(db, owner)
    .innerJoin('payloads', 'seq', 'payload_seq')
    .select(summaryColumns)
    .select(logColumns);
}

const logColumns = [
  'integration_id',
  'integration_version',
  'trigger_data',
  'scheduled',
  'replay_of',
] as const;

interface SummaryRow {
  id: string;
  status: ExecutionStatus;
  trigger_type: string;
  is_test: 0 | 1;
  started_at: number;
  completed_at: number | null;
  error_message: string | null;
}

function summarize(row: SummaryRow): ExecutionSummary {
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
  };
}

interface LogRow extends SummaryRow {
  integration_id: string;
  integration_version: number;
  trigger_data: string | null;
  scheduled: string | null;
  replay_of: string | null;
}

function readLog(db: Queries, row: LogRow, maskPayload: MaskPayload = (json) => json): ExecutionLog {
  const { integration_id: integrationId, integration_version: version, trigger_data: payload } = row;
  const calls = listCallLogs(db, row.id, listLoggedResponseSteps(db, { integrationId, version }));
  return {
    ...summarize(row),
    triggerData: payload === null ? null : parseJson(maskPayload(payload, version)),
    executionData: listSavedVariables(calls),
    scheduledExecution: row.scheduled === null ? null : (JSON.parse(row.scheduled) as ScheduledExecution),
    replayOf: row.replay_of,
    apiCallLogs: calls,
    conditionalExecutionLogs: listConditionLogs(db, row.id),
  };
}

function listSavedVariables(calls: ApiCallLog[]): Record<string, unknown> | null {
  const saved = calls
    .flatMap(({ response }) => [
      response?.responseMapping.saveAs ?? [],
      response?.responseMapping.extractions ?? [],
    ])
    .flat()
    .filter((extraction) => extraction.success);
  if (saved.length === 0) return null;
  return Object.fromEntries(saved.map(({ variableName, value }) => [variableName, value]));
}
