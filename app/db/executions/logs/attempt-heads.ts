import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { requestHead } from '../search/request-head';
import { type Attempt, isWithin, type StepRange } from '../steps';

/** The columns with only the head of each request, and of each response only that it came. */
const headColumns = [
  requestHead.as('request'),
  sql<
    string | null
  >`case when response is not null then json_object('status', status_code, 'headers', json('[]'),
    'body', '', 'binary', json('false'), 'truncated', json('false')) end`.as('response'),
] as const;

/**
 * Returns the attempts of some steps of an execution in the order they happened, without headers and bodies: a list shows each
 * attempt in one line, and logs take up to 16 MB.
 */
export async function listAttemptHeads(
  db: Queries,
  executionId: string,
  range: StepRange,
): Promise<Attempt[]> {
  return await db.all(
    db.build
      .selectFrom('attempts')
      .select(['execution_id', 'step', 'attempt', 'status_code', 'error_message', 'duration_ms'])
      .select(['started_at', 'sends', 'ruling'])
      .select(headColumns)
      .where('execution_id', '=', executionId)
      .where(isWithin(range))
      .orderBy('step')
      .orderBy('attempt'),
  );
}
