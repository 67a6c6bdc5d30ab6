import { maxSearchLength, readSearchTerms } from '~/db/executions/search/search-index';
import { listExecutionRows, listExecutionRowsOf, type Owner } from '~/db/executions/logs/execution-logs';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { searchExecutions } from '~/db/executions/logs/search-executions';
import type { Queries } from '~/db/core/queries';
import { executionTriggers } from '~/engine/integration';
import type { ExecutionSummary } from '~/services/executions/log-schema';
import { toExecutionSummary } from '~/services/executions/execution-log';
import { isFiltered, type LogQuery } from './log-url';
import { parseStatus } from '~/components/integration/status-labels';

const pageSize = 20;

interface LogPage {
  executions: ExecutionSummary[];
  hasOlder: boolean;
  /** Whether the newest executions are not in the search index yet. */
  isBehind: boolean;
}

/** Loads the executions of a view: a single one, a page of the filtered ones, or a page of all. */
export async function loadPage(db: Queries, owner: Owner, view: LogQuery): Promise<LogPage> {
  if (view.only) {
    return {
      executions: (await listExecutionRowsOf(db, owner, [view.only])).map(toExecutionSummary),
      hasOlder: false,
      isBehind: false,
    };
  }
  const page = { ...owner, before: view.before ?? undefined, limit: pageSize + 1 };
  const { executions, isBehind } = isFiltered(view)
    ? await searchExecutions(db, { ...page, filter: readFilter(view) })
    : { executions: await listExecutionRows(db, page), isBehind: false };
  return {
    executions: executions.slice(0, pageSize).map(toExecutionSummary),
    hasOlder: executions.length > pageSize,
    isBehind,
  };
}

/** Returns the URL of the table of all executions that the view's filter lets pass. */
export function csvUrl(view: LogQuery): string {
  const { terms, status, triggerType, startedFrom, startedBefore } = readFilter(view);
  const query = new URLSearchParams({
    ...(terms?.length && { q: view.filter.q.slice(0, maxSearchLength) }),
    ...(status && { status }),
    ...(triggerType && { trigger: triggerType }),
    ...(startedFrom !== undefined && { from: new Date(startedFrom).toISOString() }),
    ...(startedBefore !== undefined && { to: new Date(startedBefore).toISOString() }),
  });
  return `/api/integrations/${view.integrationId}/executions.csv${query.size > 0 ? `?${query}` : ''}`;
}

const minuteMs = 60_000;

/** Reads the times of the filter, in milliseconds since 1970. */
export function readTimes(view: LogQuery): Pick<ExecutionFilter, 'startedFrom' | 'startedBefore'> {
  const { startedFrom, startedBefore } = readFilter(view);
  return { startedFrom, startedBefore };
}

/** Reads the filter. Times are in UTC, to the minute, and include the last one. Filters that cannot be read are ignored. */
function readFilter({ filter: { q, status, trigger, from, to } }: LogQuery): ExecutionFilter {
  const startedFrom = readMinute(from);
  const lastMinute = readMinute(to);
  return {
    terms: readSearchTerms(q),
    status: parseStatus(status),
    triggerType: executionTriggers.find((type) => type === trigger),
    startedFrom,
    startedBefore: lastMinute === undefined ? undefined : lastMinute + minuteMs,
  };
}

/** Years of other lengths can be typed by hand alone. */
function readMinute(text: string): number | undefined {
  if (!/^[12]\d{3}-/.test(text)) return undefined;
  const at = Date.parse(`${text.slice(0, 16)}Z`);
  return Number.isNaN(at) ? undefined : at;
}
