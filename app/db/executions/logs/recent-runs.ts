// Reads the newest runs of many integrations for the dashboard. One query reads up to `limit` rows for each, however many
// executions there are.
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../../core/queries';
import type { Tables } from '../../core/tables';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { Owner } from './execution-logs';
import { notQueued } from '../queue/queued-executions';

export interface RecentRun {
  integrationId: string;
  id: string;
  status: ExecutionStatus;
  /** When the run ended, in milliseconds since 1970; null while it runs. */
  completedAt: number | null;
  /** The time from when the first runner took the run up; null while it runs, or when no runner took it up. */
  durationMs: number | null;
  errorMessage: string | null;
}

interface Asked {
  organizationId: string;
  integrationIds: string[];
  /** The most runs of each integration. */
  limit: number;
}

/** Returns the newest runs of those integrations that belong to the organization, newest first, without queued executions. */
export async function listRecentRuns(
  db: Queries,
  { organizationId, integrationIds, limit }: Asked,
): Promise<RecentRun[]> {
  if (integrationIds.length === 0) return [];
  const rows = await db.all(
    db.build
      .selectFrom('integrations')
      .innerJoin('executions as runs', (join) =>
        join
          .on((eb) => eb('runs.id', 'in', selectNewest(eb, limit)))
          .onRef('runs.organization_id', '=', 'integrations.organization_id'),
      )
      .select(['integrations.id as integrationId', 'runs.id', 'runs.status'])
      .select(['began_at', 'completed_at', 'error_message as errorMessage'])
      .where('integrations.id', 'in', integrationIds)
      .where('integrations.organization_id', '=', organizationId)
      .orderBy('runs.id', 'desc'),
  );
  return rows.map((row) => {
    const { integrationId, id, status, errorMessage, began_at: beganAt, completed_at: completedAt } = row;
    const durationMs = beganAt !== null && completedAt !== null ? completedAt - beganAt : null;
    return { integrationId, id, status, completedAt, durationMs, errorMessage };
  });
}

/** Selects the newest runs of the integration of the surrounding query. */
function selectNewest(
  eb: ExpressionBuilder<Tables & { runs: Tables['executions'] }, 'integrations'>,
  limit: number,
) {
  return eb
    .selectFrom('executions')
    .select('executions.id')
    .whereRef('executions.integration_id', '=', 'integrations.id')
    .where(notQueued)
    .orderBy('executions.id', 'desc')
    .limit(limit);
}

/** Returns the id of the newest execution that a delivery started, tests left out, and when the delivery was accepted. */
export function findNewestDelivery(
  db: Queries,
  owner: Owner,
): Promise<{ id: string; at: number } | undefined> {
  return db.first(
    db.build
      .selectFrom('executions')
      .select(['id', 'started_at as at'])
      .where('integration_id', '=', owner.integrationId)
      .where('organization_id', '=', owner.organizationId)
      .where(notQueued)
      .where('trigger_type', '=', 'webhook')
      .where('is_test', '=', 0)
      .orderBy('id', 'desc')
      .limit(1),
  );
}

/** Returns an execution of the organization by its whole id, with its integration. */
export function findExecutionPlace(
  db: Queries,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<{ id: string; integrationId: string } | undefined> {
  return db.first(
    db.build
      .selectFrom('executions')
      .select(['id', 'integration_id as integrationId'])
      .where('id', '=', id)
      .where('organization_id', '=', organizationId),
  );
}
