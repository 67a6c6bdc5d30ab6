import type { Queries } from '../core/queries';
import { readTags } from '../integrations/tags';

/** The state of an integration for alerts. Times in milliseconds since 1970. */
export interface WatchedIntegration {
  id: string;
  organizationId: string;
  name: string;
  isDeployed: boolean;
  /** Marked as deleted, and not removed yet. */
  isDeleted: boolean;
  /** When an execution other than a test last completed. */
  lastCompletedAt: number | null;
  lastFailedAt: number | null;
  /** When the first failure since an execution completed was; null without one. */
  failingSince: number | null;
  failuresInRow: number;
  failedExecutions: number;
  /** When it was last put into service; null for one of an earlier release. */
  activatedAt: number | null;
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
      'deleted_at as deletedAt',
      'last_completed_at as lastCompletedAt',
      'last_failed_at as lastFailedAt',
      'failing_since as failingSince',
      'failures_in_row as failuresInRow',
      'failed_executions as failedExecutions',
      'activated_at as activatedAt',
      'updated_at as updatedAt',
      'next_at as nextAt',
      'tags',
    ]);
}

type Row = Omit<WatchedIntegration, 'isDeployed' | 'isDeleted' | 'tags'> & {
  isDeployed: number;
  deletedAt: number | null;
  tags: string;
};

function toWatched({ isDeployed, deletedAt, tags, ...row }: Row): WatchedIntegration {
  const isDeleted = deletedAt !== null;
  return { ...row, isDeployed: isDeployed === 1 && !isDeleted, isDeleted, tags: readTags(tags) };
}

/** The deployed integrations of organizations that have a channel. */
export async function listWatchedIntegrations(db: Queries): Promise<WatchedIntegration[]> {
  const rows = await db.all(
    select(db)
      .where('is_active', '=', 1)
      .where('deleted_at', 'is', null)
      .where('integrations.organization_id', 'in', (eb) =>
        eb
          .selectFrom('alert_channels')
          .select((inner) => inner.ref('organization_id').$notNull().as('organization_id'))
          .where('organization_id', 'is not', null),
      ),
  );
  return rows.map(toWatched);
}

/** Also of one that is not deployed, or is marked as deleted. */
export async function findWatchedIntegration(
  db: Queries,
  id: string,
): Promise<WatchedIntegration | undefined> {
  const row = await db.first(select(db).where('integrations.id', '=', id));
  return row && toWatched(row);
}
