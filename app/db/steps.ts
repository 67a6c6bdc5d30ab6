import { type Selectable, sql } from 'kysely';
import type { Queries } from './open';
import { prepareQuery } from './prepared';
import type { Schema, StepStatus } from './schema';

export type Step = Selectable<Schema['steps']>;
export type Attempt = Selectable<Schema['attempts']>;

const insertStepQuery = prepareQuery<Step>((build, value) =>
  build
    .insertInto('steps')
    .values({
      execution_id: value('execution_id'),
      step: value('step'),
      kind: value('kind'),
      call_id: value('call_id'),
      name: value('name'),
      status: value('status'),
      error_message: value('error_message'),
      extractions: value('extractions'),
      saved: value('saved'),
    })
    .onConflict((conflict) => conflict.columns(['execution_id', 'step']).doNothing()),
);

/** Inserts a step; one that is there already (the run was interrupted in it) stays as it is. */
export function insertStep(db: Queries, step: Step): void {
  db.run(insertStepQuery(step));
}

interface StepEnding {
  executionId: string;
  step: number;
  status: StepStatus;
  errorMessage: string | null;
  extractions: string | null;
  saved: string | null;
}

const finishStepQuery = prepareQuery<StepEnding>((build, value) =>
  build
    .updateTable('steps')
    .set({
      status: value('status'),
      error_message: value('errorMessage'),
      extractions: value('extractions'),
      saved: value('saved'),
    })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step')),
);

export function finishStep(db: Queries, ending: StepEnding): void {
  db.run(finishStepQuery(ending));
}

type NewAttempt = Pick<Attempt, 'execution_id' | 'step' | 'attempt' | 'request' | 'started_at'>;

const insertAttemptQuery = prepareQuery<NewAttempt>((build, value) =>
  build
    .insertInto('attempts')
    .values({
      execution_id: value('execution_id'),
      step: value('step'),
      attempt: value('attempt'),
      request: value('request'),
      started_at: value('started_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['execution_id', 'step', 'attempt'])
        .doUpdateSet({ sends: sql`sends + 1`, started_at: value('started_at') }),
    ),
);

/** Records that an attempt is about to be sent; of one that was begun before, counts that it is sent again. */
export function insertAttempt(db: Queries, attempt: NewAttempt): void {
  db.run(insertAttemptQuery(attempt));
}

interface AttemptEnding {
  executionId: string;
  step: number;
  attempt: number;
  response: string | null;
  statusCode: number | null;
  errorMessage: string | null;
  durationMs: number;
}

const finishAttemptQuery = prepareQuery<AttemptEnding>((build, value) =>
  build
    .updateTable('attempts')
    .set({
      response: value('response'),
      status_code: value('statusCode'),
      error_message: value('errorMessage'),
      duration_ms: value('durationMs'),
    })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step'))
    .where('attempt', '=', value('attempt')),
);

export function finishAttempt(db: Queries, ending: AttemptEnding): void {
  db.run(finishAttemptQuery(ending));
}

/** The steps of some executions, in the order they happened. */
export function listSteps(db: Queries, executionIds: string[]): Step[] {
  if (executionIds.length === 0) return [];
  return db.all(
    db.build
      .selectFrom('steps')
      .selectAll()
      .where('execution_id', 'in', executionIds)
      .orderBy('execution_id')
      .orderBy('step'),
  );
}

/** The attempts of some executions, in the order they happened. */
export function listAttempts(db: Queries, executionIds: string[]): Attempt[] {
  if (executionIds.length === 0) return [];
  return db.all(
    db.build
      .selectFrom('attempts')
      .selectAll()
      .where('execution_id', 'in', executionIds)
      .orderBy('execution_id')
      .orderBy('step')
      .orderBy('attempt'),
  );
}
