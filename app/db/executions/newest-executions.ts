import type { Queries } from '../core/queries';
import type { IntegrationKey } from '../integrations/integrations';
import { notQueued } from './queue/queued-executions';

/**
 * Selects the newest executions of an integration that are no longer queued, newest first. A query that filters these looks
 * through at most `limit` rows, however rare its matches are. The caller names the columns.
 */
export function selectNewestExecutions(db: Queries, { id, organizationId }: IntegrationKey, limit: number) {
  return (
    db.build
      .selectFrom('executions')
      .where('integration_id', '=', id)
      .where('organization_id', '=', organizationId)
      // Written as in the partial index.
      .where(notQueued)
      .orderBy('id', 'desc')
      .limit(limit)
  );
}
