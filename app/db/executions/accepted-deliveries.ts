import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import type { IntegrationKey } from '../integrations/integrations';
import { selectNewestExecutions } from './newest-executions';

/** How many executions to look through; those with other triggers may lie before the newest delivery. */
const looked = 100;

/**
 * Returns when the newest delivery, or form of a stranger, came that was accepted after `since`, among the newest hundred executions that are no longer
 * queued; undefined when there is none. Times are in milliseconds since 1970. A delivery that was understood but may not run
 * ended as it came.
 */
export async function findAcceptedSince(
  db: Queries,
  integration: IntegrationKey,
  since: number,
): Promise<number | undefined> {
  const newest = selectNewestExecutions(db, integration, looked).select([
    'id',
    'trigger_type',
    'is_test',
    'replay_of',
    'status',
    'started_at',
    'completed_at',
  ]);
  const row = await db.first(
    db.build
      .selectFrom(newest.as('newest'))
      .select('started_at as at')
      .where('trigger_type', 'in', ['webhook', 'public_form'])
      .where('is_test', '=', 0)
      .where('replay_of', 'is', null)
      .where('started_at', '>', since)
      .where(sql<boolean>`not (status = 'error' and completed_at = started_at)`)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return row?.at;
}
