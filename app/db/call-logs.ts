import { sql } from 'kysely';
import type { LoggedRequest, LoggedResponse } from '~/engine/event';
import { parseJson } from '~/engine/json';
import type { Extraction } from '~/engine/variables';
import type { Queries } from './open';
import type { StepStatus } from './schema';

/** One call of an execution; of several attempts, the last. */
export interface ApiCallLog {
  /** Place in the run, from 0. */
  step: number;
  callId: string;
  apiCallName: string;
  status: StepStatus;
  error: string | null;
  duration: number | null;
  /** Null when nothing was sent. */
  request: (Omit<LoggedRequest, 'headers'> & { headers: Record<string, string>; apiCallName: string }) | null;
  /** Null when no answer came. */
  response:
    | (Omit<LoggedResponse, 'headers'> & {
        headers: Record<string, string>;
        responseMapping: { saveAs: Extraction | null; extractions: Extraction[] };
      })
    | null;
  /** How often the request was put on the wire: more than once when a process died before its answer was known. */
  sends: number;
}

/** The calls of an execution, in the order they happened. */
export function listCallLogs(db: Queries, executionId: string): ApiCallLog[] {
  return listRows(db, executionId).map(describeCall);
}

function listRows(db: Queries, executionId: string) {
  const lastAttempt = sql<number>`(select max(attempt) from attempts as tried
    where tried.execution_id = steps.execution_id and tried.step = steps.step)`;
  return db.all(
    db.build
      .selectFrom('steps')
      .leftJoin('attempts', (join) =>
        join
          .onRef('attempts.execution_id', '=', 'steps.execution_id')
          .onRef('attempts.step', '=', 'steps.step')
          .on('attempts.attempt', '=', lastAttempt),
      )
      .select(['steps.step', 'steps.call_id', 'steps.name', 'steps.status', 'steps.error_message'])
      .select(['steps.extractions', 'attempts.request', 'attempts.response'])
      .select(['attempts.duration_ms', 'attempts.sends'])
      .where('steps.execution_id', '=', executionId)
      .orderBy('steps.step'),
  );
}

function describeCall(row: ReturnType<typeof listRows>[number]): ApiCallLog {
  const request = row.request === null ? null : (JSON.parse(row.request) as LoggedRequest);
  const response = row.response === null ? null : (JSON.parse(row.response) as LoggedResponse);
  const extractions = row.extractions === null ? [] : (parseJson(row.extractions) as Extraction[]);
  const responseMapping = {
    saveAs: extractions.find((extraction) => extraction.jsonPath === '$') ?? null,
    extractions: extractions.filter((extraction) => extraction.jsonPath !== '$'),
  };
  return {
    step: row.step,
    callId: row.call_id,
    apiCallName: row.name,
    status: row.status,
    error: row.error_message,
    duration: row.duration_ms,
    request: request && { ...request, headers: joinHeaders(request.headers), apiCallName: row.name },
    response: response && { ...response, headers: joinHeaders(response.headers), responseMapping },
    sends: row.sends ?? 0,
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
