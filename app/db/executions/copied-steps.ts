// Copies the steps that a replay need not do again from another execution, as if the replay had done them itself.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { type Attempt, insertStep, loggedStepColumns, type Step, type StepRange } from './steps';

/** Copies steps and their attempts to another execution, unchanged. */
export async function copySteps(
  db: Queries,
  { to, steps, attempts }: { to: string; steps: Step[]; attempts: Attempt[] },
) {
  for (const step of steps) await insertStep(db, { ...step, execution_id: to });
  for (const attempt of attempts) {
    await db.run(db.build.insertInto('attempts').values({ ...attempt, execution_id: to }));
  }
}

interface ItemCopies extends StepRange {
  from: number;
  to: number;
  stride: number;
  executions: { from: string; to: string };
  /** Whether failed items are copied, too. */
  areAll: boolean;
}

/** The values that an item of a loop gave to lists, sealed for its execution; `step` is the item's own. */
export interface ItemGift {
  step: number;
  saved: string;
}

/** Returns the values that successful items gave, for all loops of an execution. */
export async function listItemGifts(db: Queries, executionId: string): Promise<ItemGift[]> {
  return await db.all(
    db.build
      .selectFrom('steps')
      .select('step')
      .select((eb) => eb.ref('saved').$notNull().as('saved'))
      .where('execution_id', '=', executionId)
      .where('kind', '=', 'item')
      .where('status', '=', 'success')
      .where('saved', 'is not', null),
  );
}

/** The most characters of gifts in one statement: SQLite takes no text of a gigabyte, and the text is in memory twice. */
const batchLength = 8 * 1024 * 1024;

/**
 * Sets what the items of an execution gave, sealed for that execution. An item that the execution does not have is left out.
 * Writes batches of at most `most` characters; a longer gift is a batch of its own.
 */
export async function setItemGifts(
  db: Queries,
  executionId: string,
  gifts: readonly ItemGift[],
  most = batchLength,
): Promise<void> {
  let batch: ItemGift[] = [];
  let length = 0;
  for (const gift of gifts) {
    if (batch.length > 0 && length + gift.saved.length > most) {
      await setBatch(db, executionId, batch);
      batch = [];
      length = 0;
    }
    batch.push(gift);
    length += gift.saved.length;
  }
  if (batch.length > 0) await setBatch(db, executionId, batch);
}

async function setBatch(db: Queries, executionId: string, gifts: readonly ItemGift[]): Promise<void> {
  const pairs = JSON.stringify(gifts.map(({ step, saved }) => [step, saved]));
  await db.run(
    db.build
      // Materialized, or SQLite would read all pairs again for each step.
      .with(
        (cte) => cte('gift').materialized(),
        (build) =>
          build
            .selectFrom(sql<{ value: string }>`json_each(${pairs})`.as('pair'))
            .select([sql<number>`pair.value ->> 0`.as('step'), sql<string>`pair.value ->> 1`.as('saved')]),
      )
      .updateTable('steps')
      .from('gift')
      .set((eb) => ({ saved: eb.ref('gift.saved') }))
      .where('execution_id', '=', executionId)
      .whereRef('steps.step', '=', 'gift.step'),
  );
}

/**
 * Copies the successful items of a loop, or all ended ones, with their steps and attempts. They lie in the range of steps, and
 * each item has `stride` steps. The copies have no saved variables: those of calls are no longer needed, and those that the
 * items gave to lists are sealed for their execution: see {@link setItemGifts}.
 */
export async function copyEndedItems(
  db: Queries,
  { from, to, stride, executions, areAll }: ItemCopies,
): Promise<void> {
  const range = sql`execution_id = ${executions.from} and step >= ${from} and step < ${to}`;
  // SQLite does not treat bound numbers as integers.
  const index = sql`(step - cast(${from} as integer)) / cast(${stride} as integer)`;
  const ended = sql`select ${index} from steps where ${range} and kind = 'item'${areAll ? sql`` : sql` and status = 'success'`}`;
  const which = sql<boolean>`${range} and ${index} in (${ended})`;
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
