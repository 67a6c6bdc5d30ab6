// Reads the rows of executions and of their logs.
// Bodies make logs large (256 KiB each, two a call), so lists read no more of them than they return.
import { sql } from 'kysely';
import { notQueued, selectQueued } from '../queue/queued-executions';
import { type Attempt, listAttempts, type LoggedStep, selectLoggedSteps } from '../steps';
import { compileQuery } from '../../core/compiled-query';
import { type AutomaticReplay, listAutomaticReplays } from '../automatic-replays';
import { findDuplicates } from '../delivery-keys';
import type { Queries } from '../../core/queries';
import type { AnswerOutcome } from '../../core/tables';
import { outerSteps } from '~/engine/events/step-number';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import { listAttemptHeads } from './attempt-heads';
import { logBytes } from './log-bytes';
import { type ItemPage, type LoopRows, readLoops } from './loop-items';

/** An execution without its log. */
export interface ExecutionRow {
  id: string;
  status: ExecutionStatus;
  trigger_type: string;
  is_test: 0 | 1;
  started_at: number;
  completed_at: number | null;
  error_message: string | null;
  note: string | null;
}

export interface ListedRow extends ExecutionRow {
  /** Whether there is a log to open. */
  has_details: 0 | 1;
}

/** The response handling of a version as JSON texts: its steps, and the names of all calls by their ids. */
export interface LoggedHandling {
  steps: string | null;
  names: string;
}

/** An execution with all rows that its log is made of. */
export interface LogRows {
  execution: ExecutionRow & {
    integration_id: string;
    integration_version: number;
    trigger_data: string | null;
    request: string | null;
    scheduled: string | null;
    replay_of: string | null;
  };
  /** In the order they happened, without the steps of items. */
  steps: LoggedStep[];
  /** In the order they happened. */
  attempts: Attempt[];
  loops: LoopRows[];
  handling: LoggedHandling | undefined;
  /** The answer to the sender, where the trigger defines one. */
  answer: LoggedAnswer | undefined;
  /** How often the delivery came again. */
  duplicates: number;
  /** The automatic replay of the execution, and that of the one it repeats. */
  automaticReplays: AutomaticReplay[];
}

/** The rows that calls and checks are read from, without the trigger data and the answer to the sender. */
export type CallRows = Pick<LogRows, 'steps' | 'attempts' | 'loops' | 'handling'> & {
  execution: Pick<LogRows['execution'], 'id' | 'status' | 'started_at' | 'error_message' | 'note'>;
};

/** The answer to a sender and its outcome; `shown` is JSON of the engine's `FilledAnswer`. */
export interface LoggedAnswer {
  outcome: AnswerOutcome | null;
  waitedMs: number | null;
  shown: string | null;
  problem: string | null;
}

const findAnswerQuery = compileQuery<{ id: string }, LoggedAnswer>((build, value) =>
  build
    .selectFrom('delivery_answers')
    .select(['outcome', 'waited_ms as waitedMs', 'shown', 'problem'])
    .where('execution_id', '=', value('id')),
);

/** The integration that executions belong to, and the organization that must own it. */
export interface Owner {
  organizationId: string;
  integrationId: string;
}

export interface LogPage extends Owner {
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/** The stored bytes after which a page of whole logs ends early. */
const maxPageBytes = 8 * 1024 * 1024;

/** Returns an integration's executions, newest first, without their logs. */
export function listExecutionRows(db: Queries, page: LogPage): Promise<ListedRow[]> {
  return db.all(selectListed(selectPage(db, page)));
}

/** Returns the executions of an integration that are among `ids`, newest first, without their logs. */
export async function listExecutionRowsOf(db: Queries, owner: Owner, ids: string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const among = selectOwned(db, owner).where('id', 'in', ids).orderBy('id', 'desc');
  return await db.all(selectListed(among));
}

/** The columns of `executions` for an execution in a list. */
export const summaryColumns = [
  'executions.id',
  'status',
  'trigger_type',
  'is_test',
  'started_at',
  'completed_at',
  'error_message',
  'note',
] as const;

function selectListed(executions: ReturnType<typeof selectOwned>) {
  return executions
    .select(summaryColumns)
    .innerJoin('payloads', 'seq', 'payload_seq')
    .select(hasDetails.as('has_details'));
}

/** Whether a row of `executions`, joined with its payload, has a log to open. SQLite reads only the length of the payload. */
export const hasDetails = sql<0 | 1>`octet_length(trigger_data) is not null or error_message is not null
  or exists (select 1 from steps where execution_id = executions.id)`;

/** Returns one execution with its log, including one page of items of each loop. */
export async function findLogRows(
  db: Queries,
  owner: Owner,
  id: string,
  items?: ItemPage,
): Promise<LogRows | undefined> {
  const execution = await db.first(selectLogs(db, owner).where('executions.id', '=', id));
  return execution && (await readLog(db, owner, execution, items));
}

/**
 * Returns the calls and checks of one execution. With `step`: only that step, with its requests and responses. Without it: all
 * steps, with only the method and URL of requests and only the status of responses, and the first items of loops.
 */
export async function findCallRows(
  db: Queries,
  owner: Owner,
  { id, step }: { id: string; step?: number },
): Promise<CallRows | undefined> {
  const execution = await db.first(
    selectOwned(db, owner)
      .select([
        'id',
        'status',
        'started_at',
        'error_message',
        'note',
        'integration_id',
        'integration_version',
      ])
      .where('id', '=', id),
  );
  if (!execution) return undefined;
  const handling = await findHandling(db, execution);
  if (step !== undefined) {
    const only = { from: step, to: step + 1 };
    const steps = await db.all(selectLoggedSteps(db, id, only));
    return { execution, steps, loops: [], attempts: await listAttempts(db, [id], only), handling };
  }
  const steps = await db.all(selectLoggedSteps(db, id, outerSteps));
  const loops = await readLoops(db, id, steps, { list: listAttemptHeads });
  return { execution, steps, loops, attempts: await listAttemptHeads(db, id, outerSteps), handling };
}

/**
 * Returns the logs of an integration, newest first, and the cursor of the next page, if there is one. A page may hold fewer
 * logs than asked for: at least one, and then no more than 8 MiB. `rest` is awaited after each, so that others get a turn.
 */
export async function listLogRows(
  db: Queries,
  page: LogPage,
  rest: () => Promise<unknown>,
): Promise<{ logs: LogRows[]; nextBefore: string | undefined }> {
  const sized = await db.all(
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
  const rows = await db.all(selectLogs(db, page).where('executions.id', 'in', ids).orderBy('id', 'desc'));
  const logs: LogRows[] = [];
  for (const row of rows) {
    logs.push(await readLog(db, page, row));
    await rest();
  }
  return {
    logs,
    nextBefore: ids.length < sized.length ? ids.at(-1) : undefined,
  };
}

function selectOwned(db: Queries, { organizationId, integrationId }: Owner) {
  return db.build
    .selectFrom('executions')
    .where('integration_id', '=', integrationId)
    .where('organization_id', '=', organizationId);
}

/**
 * Selects a page of executions. The integration's index finds the executions that have begun. It does not hold queued ones, so
 * that a delivery is stored quickly.
 */
function selectPage(db: Queries, { before, limit, ...owner }: LogPage) {
  const begun = selectOwned(db, owner)
    .select('id')
    .where(notQueued)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);
  const queued = selectQueued(db, { ...owner, integrationIds: [owner.integrationId], before });
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
  'request',
  'scheduled',
  'replay_of',
] as const;

async function countDuplicates(db: Queries, { id, integration_id }: LogRows['execution']): Promise<number> {
  return (await findDuplicates(db, integration_id, [id])).get(id) ?? 0;
}

async function readLog(
  db: Queries,
  owner: Owner,
  execution: LogRows['execution'],
  items?: ItemPage,
): Promise<LogRows> {
  const { replay_of: replayOf } = execution;
  const replayed = replayOf === null ? [] : [replayOf];
  const steps = await db.all(selectLoggedSteps(db, execution.id, outerSteps));
  const loops = await readLoops(db, execution.id, steps, {
    items,
    list: (queries, id, range) => listAttempts(queries, [id], range),
  });
  return {
    execution,
    steps,
    loops,
    attempts: await listAttempts(db, [execution.id], outerSteps),
    answer: await db.first(findAnswerQuery({ id: execution.id })),
    duplicates: await countDuplicates(db, execution),
    automaticReplays: await listAutomaticReplays(db, owner, [execution.id, ...replayed]),
    handling: await findHandling(db, execution),
  };
}

function findHandling(
  db: Queries,
  {
    integration_id: integrationId,
    integration_version: version,
  }: Pick<LogRows['execution'], 'integration_id' | 'integration_version'>,
): Promise<LoggedHandling | undefined> {
  return db.first(
    db.build
      .selectFrom('integration_versions')
      .select(sql<string | null>`definition -> 'responseHandlingSteps'`.as('steps'))
      .select(callNames.as('names'))
      .where('integration_id', '=', integrationId)
      .where('version', '=', version),
  );
}

const callNames = sql<string>`(select json_group_object(value ->> 'id', value ->> 'name')
  from json_each(integration_versions.definition, '$.apiCalls'))`;
