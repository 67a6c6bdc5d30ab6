import { type Selectable, sql } from 'kysely';
import type { Queries } from '../core/queries';
import type {
  CallFinished,
  CallRefused,
  ConditionChecked,
  ItemEnded,
  LoopEnded,
  ResponseRuling,
} from '~/engine/events/event';
import type { WaitEnded } from '~/engine/events/wait-event';
import { endCallWaitQueries } from './queue/call-waits';
import { compileQuery } from '../core/compiled-query';
import type { Tables, StepStatus } from '../core/tables';

export type Step = Selectable<Tables['steps']>;
export type Attempt = Selectable<Tables['attempts']>;

/** An ended call, as `steps.detail` stores it: its ruling, if it has one, and what tells the kind of its failure. */
export type StoredCall = Partial<ResponseRuling> &
  Pick<CallFinished, 'failureReason'> &
  Pick<CallRefused, 'lacksCredentials'> & {
    /** In what earlier releases stored: everything that is saved is secret. */
    hasSecretResponse?: true;
  };

/** A conditional step that a run reached, as `steps.detail` stores it. */
export type StoredCondition = Pick<
  ConditionChecked,
  'checks' | 'conditionMet' | 'nextApiCallAction' | 'nextCallName'
> & {
  /** Missing in what earlier releases stored, like the two fields below. */
  skippedCallName?: string | null;
  match?: ConditionChecked['match'];
  otherwise?: ConditionChecked['otherwise'];
  /** Milliseconds since 1970. */
  at: number;
};

/** A loop, as `steps.detail` stores it. */
export interface StoredLoop {
  /** How many items are run, and how many the list has. */
  count: number;
  of: number;
  /** How many steps there are for each item. */
  stride: number;
  /** Milliseconds since 1970. */
  beganAt: number;
  /** For a loop that runs only new items: how many it left out because they had been seen. */
  known?: number;
  /** For a first run that only remembers what is there: how many items it remembered. */
  remembered?: number;
  /** Set once the loop has ended. */
  end?: { ok: number; failed: number; at: number; notify: LoopEnded['notify'] };
}

/** A wait before a call, as `steps.detail` stores it; `end` is set once the wait is over. */
export type StoredWait = Pick<WaitEnded, 'beganAt' | 'until' | 'asks'> & {
  /** When a person made the run go on. */
  continuedAt?: number;
  /** Set in a replay, which has not waited itself. Missing in what earlier releases copied. */
  isCopied?: true;
  end?: Pick<WaitEnded, 'at' | 'outcome' | 'answer'>;
};

/** The end of an item, as `steps.detail` stores it; null for one that succeeded. */
export type StoredItem = Pick<ItemEnded, 'notify' | 'failure'> & {
  /** In what earlier releases stored, also of one that succeeded: everything that it handed on is secret. */
  hasSecret?: true;
};

type Optional = 'detail' | 'page' | 'loop_id' | 'item';
type NewStep = Omit<Step, Optional> & Partial<Pick<Step, Optional>>;

/** Inserts a step. A step that already exists, because the run was interrupted in it, stays unchanged. */
export const insertStepQuery = compileQuery<Step>((build, value) =>
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
      detail: value('detail'),
      page: value('page'),
      loop_id: value('loop_id'),
      item: value('item'),
    })
    .onConflict((conflict) => conflict.columns(['execution_id', 'step']).doNothing()),
);

export async function insertStep(db: Queries, step: NewStep): Promise<void> {
  const { detail = null, page = null, loop_id = null, item = null } = step;
  await db.run(insertStepQuery({ ...step, detail, page, loop_id, item }));
}

export interface StepEnding {
  executionId: string;
  step: number;
  status: StepStatus;
  errorMessage: string | null;
  extractions: string | null;
  saved: string | null;
  detail: string | null;
}

export const finishStepQuery = compileQuery<StepEnding>((build, value) =>
  build
    .updateTable('steps')
    .set({
      status: value('status'),
      error_message: value('errorMessage'),
      extractions: value('extractions'),
      saved: value('saved'),
      detail: value('detail'),
    })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step')),
);

export type LoopEnding = Omit<StepEnding, 'saved'>;

/** Ends a loop. Its `saved` items are kept, for a replay of those that failed. */
export const finishLoopQuery = compileQuery<LoopEnding>((build, value) =>
  build
    .updateTable('steps')
    .set({
      status: value('status'),
      error_message: value('errorMessage'),
      extractions: value('extractions'),
      detail: value('detail'),
    })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step')),
);

interface Closing {
  executionId: string;
  reason: string;
  now: number;
}

const closeAttemptsQuery = compileQuery<Closing>((build, value) =>
  build
    .updateTable('attempts')
    .set({ error_message: value('reason'), duration_ms: sql`max(0, ${value('now')} - started_at)` })
    .where('execution_id', '=', value('executionId'))
    .where('duration_ms', 'is', null),
);

const closeStepsQuery = compileQuery<Closing>((build, value) =>
  build
    .updateTable('steps')
    .set({ status: 'error', error_message: value('reason') })
    .where('execution_id', '=', value('executionId'))
    .where('status', '=', 'running'),
);

/** Closes the open attempts, steps and wait of an execution that was ended from outside; `reason` is shown in its log. */
export async function closeRunningSteps(db: Queries, closing: Closing): Promise<void> {
  await db.runAll([closeAttemptsQuery(closing), closeStepsQuery(closing), ...endCallWaitQueries(closing)]);
}

export type NewAttempt = Pick<Attempt, 'execution_id' | 'step' | 'attempt' | 'request' | 'started_at'>;

/** Records that an attempt is about to be sent; for an attempt that was begun before, counts that it is sent again. */
export const insertAttemptQuery = compileQuery<NewAttempt>((build, value) =>
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

export interface AttemptKey {
  executionId: string;
  step: number;
  attempt: number;
}

/** Withdraws the record that an attempt is about to be sent, because it was not sent and is to be sent later. */
export const withdrawAttemptQuery = compileQuery<AttemptKey>((build, value) =>
  build
    .updateTable('attempts')
    .set({ sends: sql`sends - 1` })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step'))
    .where('attempt', '=', value('attempt')),
);

export interface AttemptEnding extends AttemptKey {
  response: string | null;
  statusCode: number | null;
  errorMessage: string | null;
  durationMs: number;
  ruling: string | null;
}

export const finishAttemptQuery = compileQuery<AttemptEnding>((build, value) =>
  build
    .updateTable('attempts')
    .set({
      response: value('response'),
      status_code: value('statusCode'),
      error_message: value('errorMessage'),
      duration_ms: value('durationMs'),
      ruling: value('ruling'),
    })
    .where('execution_id', '=', value('executionId'))
    .where('step', '=', value('step'))
    .where('attempt', '=', value('attempt')),
);

/** A range of steps of an execution: the first one, and the one after the last. */
export interface StepRange {
  from: number;
  to: number;
}

/** Builds the condition of a query on steps or on their attempts. */
export function isWithin({ from, to }: StepRange) {
  return sql<boolean>`step >= ${from} and step < ${to}`;
}

const everyStep: StepRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** A step as logs show it, without the sealed variables, which may take megabytes. */
export type LoggedStep = Omit<Step, 'execution_id' | 'saved'>;

export const loggedStepColumns = [
  'step',
  'kind',
  'call_id',
  'name',
  'status',
  'error_message',
  'extractions',
  'detail',
  'page',
  'loop_id',
  'item',
] as const;

/** Selects some steps of an execution, in order, for its log. */
export function selectLoggedSteps(db: Queries, executionId: string, range: StepRange) {
  return db.build
    .selectFrom('steps')
    .select(loggedStepColumns)
    .where('execution_id', '=', executionId)
    .where(isWithin(range))
    .orderBy('step');
}

/** Returns the steps of some executions, or some steps of each, in order. */
export async function listSteps(
  db: Queries,
  executionIds: string[],
  range: StepRange = everyStep,
): Promise<Step[]> {
  if (executionIds.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('steps')
      .selectAll()
      .where('execution_id', 'in', executionIds)
      .where(isWithin(range))
      .orderBy('execution_id')
      .orderBy('step'),
  );
}

/** Returns the attempts of some executions, or of some steps of each, in order. */
export async function listAttempts(
  db: Queries,
  executionIds: string[],
  range: StepRange = everyStep,
): Promise<Attempt[]> {
  if (executionIds.length === 0) return [];
  return await db.all(
    db.build
      .selectFrom('attempts')
      .selectAll()
      .where('execution_id', 'in', executionIds)
      .where(isWithin(range))
      .orderBy('execution_id')
      .orderBy('step')
      .orderBy('attempt'),
  );
}
