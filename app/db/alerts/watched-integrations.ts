import type { Queries } from '../core/queries';
import { readTags } from '../integrations/tags';

/** The state of an integration for alerts. Times in milliseconds since 1970. */
export interface WatchedIntegration {
  id: string;
  organizationId: string;
  name: string;
  isDeployed: boolean;
  lastExecutedAt: number | null;
  lastFailedAt: number | null;
  /** When the first failure since an execution completed was; null without one. */
  failingSince: number | null;
  failuresInRow: number;
  failedExecutions: number;
  updatedAt: number;
  /** When the schedule is due. */
  nextAt: number | null;
  tags: string[];
}

function select(db: Queries) {
  return db.build
    .selectFrom('integrations')
    .leftJoin('schedules', 'schedules.integration_id', 'integrations.id')
    .select([
      'integrations.id',
      'integrations.organization_id as organizationId',
      'name',
      'is_active as isDeployed',
      'last_executed_at as lastExecutedAt',
      'last_failed_at as lastFailedAt',
      'failing_since as failingSince',
      'failures_in_row as failuresInRow',
      'failed_executions as failedExecutions',
      'updated_at as updatedAt',
      'next_at as nextAt',
      'tags',
    ])
    .where('deleted_at', 'is', null);
}

type Row = Omit<WatchedIntegration, 'isDeployed' | 'tags'> & { isDeployed: number; tags: string };

function toWatched(row: Row): WatchedIntegration {
  return { ...row, isDeployed: row.isDeployed === 1, tags: readTags(row.tags) };
}

/** The deployed integrations of organizations that have a channel. */
export async function listWatchedIntegrations(db: Queries): Promise<WatchedIntegration[]> {
  const rows = await db.all(
    select(db)
      .where('is_active', '=', 1)
      .where('integrations.organization_id', 'in', (eb) =>
        eb
          .selectFrom('alert_channels')
          .select((inner) => inner.ref('organization_id').$notNull().as('organization_id'))
          .where('organization_id', 'is not', null),
      ),
  );
  return rows.map(toWatched);
}

/** Also of one that is not deployed. */
export async function findWatchedIntegration(
  db: Queries,
  id: string,
): Promise<WatchedIntegration | undefined> {
  const row = await db.first(select(db).where('integrations.id', '=', id));
  return row && toWatched(row);
}
