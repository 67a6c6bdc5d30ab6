import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import type { IntegrationKey } from '../integrations/integrations';
import { notQueued } from './queue/queued-executions';

/** How many executions to look through; those with other triggers may lie before the newest delivery. */
const looked = 100;

/**
 * Returns when the newest delivery came that was accepted after `since`, among the newest hundred executions that are no longer
 * queued; undefined when there is none. Times are in milliseconds since 1970. A delivery that was understood but may not run
 * ended as it came.
 */
export async function findAcceptedSince(
  db: Queries,
  { id, organizationId }: IntegrationKey,
  since: number,
): Promise<number | undefined> {
  const newest = db.build
    .selectFrom('executions')
    .select(['id', 'trigger_type', 'is_test', 'replay_of', 'status', 'started_at', 'completed_at'])
    .where('integration_id', '=', id)
    .where('organization_id', '=', organizationId)
    // Written as in the partial index.
    .where(notQueued)
    .orderBy('id', 'desc')
    .limit(looked);
  const row = await db.first(
    db.build
      .selectFrom(newest.as('newest'))
      .select('started_at as at')
      .where('trigger_type', '=', 'webhook')
      .where('is_test', '=', 0)
      .where('replay_of', 'is', null)
      .where('started_at', '>', since)
      .where(sql<boolean>`not (status = 'error' and completed_at = started_at)`)
      .orderBy('id', 'desc')
      .limit(1),
  );
  return row?.at;
}
