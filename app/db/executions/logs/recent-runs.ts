// The newest runs of many integrations at once, for the dashboard: one query, which reads so many rows for each of them however
// many executions there are.
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../../core/queries';
import type { Schema } from '../../core/schema';
import type { ExecutionStatus } from '~/engine/run/execution-status';
import type { Owner } from './execution-logs';
import { notQueued } from '../queue/queued-executions';

export interface RecentRun {
  integrationId: string;
  id: string;
  status: ExecutionStatus;
  /** When it ended, in milliseconds since 1970; null while it runs. */
  completedAt: number | null;
  /** From when the first runner took it up; null while it runs, and for what no runner took up. */
  durationMs: number | null;
  errorMessage: string | null;
}

interface Asked {
  organizationId: string;
  integrationIds: string[];
  /** Of each integration. */
  limit: number;
}

/** The newest runs of those of the integrations that are the organization's, the newest first; what is queued is none yet. */
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

/** Of the integration that the query around it has come to. */
function selectNewest(
  eb: ExpressionBuilder<Schema & { runs: Schema['executions'] }, 'integrations'>,
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

/** The newest of an integration's executions that a delivery started, and not a test: its id, and when it was accepted. */
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

/** An execution of the organization by its whole id, with the integration that it is of. */
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
