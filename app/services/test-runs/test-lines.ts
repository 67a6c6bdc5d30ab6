// The newest tests as lines. Requests and responses are read when a line is opened: those of one test may take 16 MB.
import type { AppContext } from '~/context';
import { findCallRows, type Owner } from '~/db/executions/logs/execution-logs';
import { listTestExecutionIds } from '~/db/executions/logs/test-executions';
import { createTextCutter, type TextCutter } from './cut-text';
import { toTestRun, type TestRun } from './log';
import type { TestLog } from './log-schema';

/** One step of a test, in a line; durations are milliseconds. */
export interface TestLine extends Pick<
  TestLog,
  'id' | 'executionId' | 'kind' | 'status' | 'apiCallName' | 'message' | 'createdAt'
> {
  request: { method: string; url: string } | null;
  /** The status of the response. */
  statusCode: number | null;
  duration: number | null;
  /** How many attempts a retried call has had, one in progress included; 0 when it was not retried. */
  attempts: number;
  condition: TestLog['details']['conditionalExecution'];
  /** Whether `findTestLog` has more to read. */
  hasDetails: boolean;
}

/** A test and its lines, in the order of time. Times are ISO 8601. */
export interface ListedTest extends Omit<TestRun, 'logs' | 'note'> {
  lines: TestLine[];
}

const listedTests = 10;
/** The limit of logged requests and responses, in bytes; these are skipped, not read. */
const maxPassedBytes = 16 * 1024 * 1024;

/** Returns the integration's newest ten tests, newest first; fewer when their logs are large. Long texts are cut. */
export async function listTests({ db }: Pick<AppContext, 'db'>, owner: Owner): Promise<ListedTest[]> {
  const ids = await listTestExecutionIds(db, owner, { limit: listedTests, maxBytes: maxPassedBytes });
  const rows = await Promise.all(ids.map((id) => findCallRows(db, owner, { id })));
  const { cut } = createTextCutter();
  return rows
    .flatMap((found) => (found ? toTestRun(found) : []))
    .map(({ id, status, startedAt, errorMessage, failedItems, logs }) => {
      const lines = logs.map((log) => toLine(log, cut));
      return { id, status, startedAt, errorMessage, failedItems, lines };
    });
}

function toLine(log: TestLog, cut: TextCutter['cut']): TestLine {
  const { id, executionId, kind, status, apiCallName, createdAt } = log;
  const { request, response, error, duration, conditionalExecution: condition } = log.details;
  const { retryAttempts = [] } = log.details.responseHandlingExecution ?? {};
  return {
    id,
    executionId,
    kind,
    status,
    apiCallName,
    message: cut(log.message),
    createdAt,
    request: request && { method: request.method, url: cut(request.url) },
    statusCode: response?.status ?? null,
    duration,
    attempts: retryAttempts.length,
    condition: condition && {
      ...condition,
      expectedValue: cut(condition.expectedValue),
      actualValue: cut(condition.actualValue),
    },
    hasDetails: request !== null || error !== null,
  };
}
