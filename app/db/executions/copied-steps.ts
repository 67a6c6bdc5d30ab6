// Copies the steps that a replay need not do again from another execution, as if the replay had done them itself.
import { type RawBuilder, sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import { type LoggedStep, loggedStepColumns, selectLoggedSteps, type StepRange } from './steps';

/** The range of the steps of a loop's items, each of which has `stride` steps. */
interface Items extends StepRange {
  stride: number;
}

interface ItemCopies extends Items {
  executions: { from: string; to: string };
  /** Whether failed items are copied, too. */
  areAll: boolean;
}

/** What a step saved, sealed for its execution. */
export interface SavedOfStep {
  step: number;
  saved: string;
}

/** Returns the steps whose variables a replay may keep: all that have some, without the calls of items that ended well. */
export async function listKeptSaved(db: Queries, executionId: string): Promise<number[]> {
  const ended = sql`select loop_id, item from steps where execution_id = ${executionId} and kind = 'item' and status = 'success'`;
  const found = await db.all(
    db.build
      .selectFrom('steps')
      .select('step')
      .where('execution_id', '=', executionId)
      .where('saved', 'is not', null)
      .where(sql<boolean>`(kind = 'item' or item is null or (loop_id, item) not in (${ended}))`)
      .orderBy('step'),
  );
  return found.map(({ step }) => step);
}

/** Returns what a step saved; null when it saved nothing, or does not exist. */
export async function findSaved(db: Queries, executionId: string, step: number): Promise<string | null> {
  const found = await db.first(
    db.build
      .selectFrom('steps')
      .select('saved')
      .where('execution_id', '=', executionId)
      .where('step', '=', step),
  );
  return found?.saved ?? null;
}

const setSavedQuery = compileQuery<SavedOfStep & { executionId: string }>((build, value) =>
  build
    .updateTable('steps')
    .set({ saved: value('saved') })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step')),
);

/** Sets what steps of an execution saved, sealed for that execution. A step that the execution does not have is left out. */
export async function setSavedOfSteps(
  db: Queries,
  executionId: string,
  all: readonly SavedOfStep[],
): Promise<void> {
  await db.runAll(all.map((each) => setSavedQuery({ executionId, ...each })));
}

/**
 * Copies the successful items of a loop, or all ended ones, with their steps and attempts. They lie in the range of steps, and
 * each item has `stride` steps. For their variables see {@link copySteps}.
 */
export async function copyEndedItems(
  db: Queries,
  { executions, areAll, ...items }: ItemCopies,
): Promise<void> {
  const ended = selectEnded(executions.from, items, areAll ? sql`` : sql` and status = 'success'`);
  const range = inRange(executions.from, items);
  await copyRows(db, executions, sql<boolean>`${range} and ${indexIn(items)} in (${ended})`);
}

/**
 * Copies steps of one execution to another, with their attempts. The copies have no variables, which are sealed for their
 * execution: see {@link setSavedOfSteps}.
 */
export async function copySteps(
  db: Queries,
  executions: { from: string; to: string },
  ranges: readonly StepRange[],
): Promise<void> {
  const bounds = JSON.stringify(ranges.map(({ from, to }) => [from, to]));
  // From each range to its steps by the primary key, and not from each step to all ranges.
  const numbers = sql`select each.step from json_each(${bounds}) as range cross join steps as each
    where each.execution_id = ${executions.from} and each.step >= range.value ->> 0 and each.step < range.value ->> 1`;
  await copyRows(db, executions, sql<boolean>`execution_id = ${executions.from} and step in (${numbers})`);
}

/** Marks the waits of an execution as copied: the execution has not waited itself. */
export async function markWaits(db: Queries, executionId: string): Promise<void> {
  await db.run(
    db.build
      .updateTable('steps')
      .set({ detail: sql`json_set(detail, '$.isCopied', json('true'))` })
      .where('execution_id', '=', executionId)
      .where('kind', '=', 'wait'),
  );
}

/** Returns the steps of a loop's items that did not end well, in order, without their variables. */
export function listOpenItemSteps(db: Queries, executionId: string, items: Items): Promise<LoggedStep[]> {
  const ended = selectEnded(executionId, items, sql` and status = 'success'`);
  return db.all(
    selectLoggedSteps(db, executionId, items).where(sql<boolean>`${indexIn(items)} not in (${ended})`),
  );
}

async function copyRows(
  db: Queries,
  executions: { from: string; to: string },
  which: RawBuilder<boolean>,
): Promise<void> {
  const target = sql<string>`${executions.to}`.as('execution_id');
  const nothing = sql<null>`null`.as('saved');
  await db.run(
    db.build
      .insertInto('steps')
      .columns(['execution_id', 'saved', ...loggedStepColumns])
      .expression(
        db.build
          .selectFrom('steps')
          .select([target, nothing, ...loggedStepColumns])
          .where(which),
      ),
  );
  await db.run(
    db.build
      .insertInto('attempts')
      .columns(['execution_id', ...attemptColumns])
      .expression(
        db.build
          .selectFrom('attempts')
          .select([target, ...attemptColumns])
          .where(which),
      ),
  );
}

/** Selects the indexes, from 0, of the items of a loop that have ended as `how` says. */
function selectEnded(executionId: string, items: Items, how: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${indexIn(items)} from steps where ${inRange(executionId, items)} and kind = 'item'${how}`;
}

function inRange(executionId: string, { from, to }: StepRange): RawBuilder<unknown> {
  return sql`execution_id = ${executionId} and step >= ${from} and step < ${to}`;
}

/** The index of a step's item. SQLite does not treat bound numbers as integers. */
function indexIn({ from, stride }: Items): RawBuilder<unknown> {
  return sql`(step - cast(${from} as integer)) / cast(${stride} as integer)`;
}

const attemptColumns = [
  'step',
  'attempt',
  'sends',
  'request',
  'response',
  'status_code',
  'error_message',
  'started_at',
  'duration_ms',
  'ruling',
] as const;
