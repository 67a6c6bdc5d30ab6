// What a run that is taken up again reads of its steps, without bodies and whatever else nobody needs again.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { type Attempt, isWithin, type Step, type StepRange } from './steps';

/** An attempt as a run that goes on needs it. */
export interface PastAttempt extends Pick<
  Attempt,
  'step' | 'attempt' | 'started_at' | 'duration_ms' | 'error_message' | 'status_code' | 'ruling'
> {
  /** Of those alone whose rule posts a notice, which repeats it. */
  response: string | null;
}

/** The attempts of some steps of an execution, in the order they happened, without bodies that nobody needs again. */
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
 * How long all that was sent and answered is in the log of an execution, in bytes, counted without reading it; and how many
 * requests it has sent itself: of a replay some were sent before it began.
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

/** The places of some steps, and what each is: nothing of a row that may weigh much is read. */
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

/** What the items of a loop came to that have an end, in order. */
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
