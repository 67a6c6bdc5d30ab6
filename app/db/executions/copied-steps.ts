// Copies the steps that a replay need not do again from another execution, as if the replay had done them itself.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { type Attempt, insertStep, loggedStepColumns, type Step, type StepRange } from './steps';

/** Copies steps and their attempts, as they are, to another execution: what it need not do again. */
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
  /** Also those that failed. */
  areAll: boolean;
}

/**
 * Copies the items of a loop that ended well, or all that ended, with their steps and attempts: those of the range, of which each item has `stride`.
 * What their calls saved is nobody's any more; what the items gave to lists is sealed, and has to be set again.
 */
export async function copyEndedItems(
  db: Queries,
  { from, to, stride, executions, areAll }: ItemCopies,
): Promise<void> {
  const range = sql`execution_id = ${executions.from} and step >= ${from} and step < ${to}`;
  // Numbers that are handed over are no integers to SQLite.
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
