// Reads the past steps of a run that goes on, without bodies and whatever else nobody needs again.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { type Attempt, isWithin, type Step, type StepRange } from './steps';

/** The parts of an attempt that an interrupted run needs. */
export interface PastAttempt extends Pick<
  Attempt,
  'step' | 'attempt' | 'started_at' | 'duration_ms' | 'error_message' | 'status_code' | 'ruling'
> {
  /** Only for attempts whose rule posts a notice, which repeats the response. */
  response: string | null;
}

/** Returns the attempts of some steps of an execution in the order they happened, without bodies that nobody needs again. */
export async function listPastAttempts(
  db: Queries,
  executionId: string,
  range: StepRange,
): Promise<PastAttempt[]> {
  return await db.all(
    db.build
      .selectFrom('attempts')
      .select(['step', 'attempt', 'started_at', 'duration_ms', 'error_message', 'status_code', 'ruling'])
      .select(
        sql<string | null>`case when ruling like '%"action":"webhook"%' then response end`.as('response'),
      )
      .where('execution_id', '=', executionId)
      .where(isWithin(range))
      .orderBy('step')
      .orderBy('attempt'),
  );
}

/**
 * Returns the size of all requests and responses in the log of an execution, in bytes, without reading them, and how many
 * requests the execution has sent itself: a replay has copies of requests that were sent before it began.
 */
export async function measureAttempts(
  db: Queries,
  executionId: string,
): Promise<{ bytes: number; requests: number }> {
  const found = await db.first(
    db.build
      .selectFrom('attempts')
      .select([
        sql<number>`coalesce(sum(octet_length(request) + coalesce(octet_length(response), 0)), 0)`.as(
          'bytes',
        ),
        sql<number>`coalesce(sum(started_at >= (select began_at from executions where id = ${executionId})), 0)`.as(
          'requests',
        ),
      ])
      .where('execution_id', '=', executionId),
  );
  return found ?? { bytes: 0, requests: 0 };
}

/** Returns the places and kinds of some steps, without reading the parts of a row that may be large. */
export async function listStepKinds(
  db: Queries,
  executionId: string,
  range: StepRange,
): Promise<Pick<Step, 'step' | 'kind'>[]> {
  return await db.all(
    db.build
      .selectFrom('steps')
      .select(['step', 'kind'])
      .where('execution_id', '=', executionId)
      .where(isWithin(range))
      .orderBy('step'),
  );
}

/** Returns the steps of a loop's ended items, in order. */
export async function listItemEnds(db: Queries, executionId: string, range: StepRange): Promise<Step[]> {
  return await db.all(
    db.build
      .selectFrom('steps')
      .selectAll()
      .where('execution_id', '=', executionId)
      .where(isWithin(range))
      .where('kind', '=', 'item')
      .orderBy('step'),
  );
}
