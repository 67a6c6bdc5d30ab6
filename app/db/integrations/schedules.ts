import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** The next due time of a deployed integration with a schedule. */
export interface DueSchedule {
  integrationId: string;
  organizationId: string;
  /** Milliseconds since 1970. */
  nextAt: number;
  /** The deployed version of the integration. */
  version: number;
  isActive: boolean;
  /** JSON of the engine's `TriggerConfig`, which holds no secret when it is a schedule. */
  trigger: string;
}

/** Returns the ids of the integrations whose next time has come, the longest waiting first. */
export async function listDueSchedules(db: Queries, now: number): Promise<string[]> {
  const due = db.build.selectFrom('schedules').select('integration_id as id').where('next_at', '<=', now);
  return (await db.all(due.orderBy('next_at'))).map(({ id }) => id);
}

/** Selects schedules with the trigger of the deployed version of their integration. */
function selectSchedules(db: Queries) {
  return db.build
    .selectFrom('schedules')
    .innerJoin('integrations', 'integrations.id', 'schedules.integration_id')
    .innerJoin('integration_versions', (join) =>
      join
        .onRef('integration_versions.integration_id', '=', 'integrations.id')
        .onRef('integration_versions.version', '=', 'integrations.deployed_version'),
    )
    .select([
      'schedules.integration_id as integrationId',
      'integrations.organization_id as organizationId',
      'schedules.next_at as nextAt',
      sql<string>`integration_versions.definition -> 'triggerConfig'`.as('trigger'),
    ]);
}

/** Returns a schedule whose time has come; undefined when another process has handled it. */
export async function findDueSchedule(
  db: Queries,
  integrationId: string,
  now: number,
): Promise<DueSchedule | undefined> {
  const row = await db.first(
    selectSchedules(db)
      .select([
        'integrations.deployed_version as version',
        sql<0 | 1>`is_active and deleted_at is null`.as('isActive'),
      ])
      .where('schedules.integration_id', '=', integrationId)
      .where('schedules.next_at', '<=', now),
  );
  return row && { ...row, isActive: row.isActive === 1 };
}

/**
 * Returns a page of the schedules that are not due yet, in the order of their integrations' ids, with the trigger as in {@link
 * DueSchedule}.
 */
export function listLaterSchedules(
  db: Queries,
  { now, after, limit }: { now: number; after: string; limit: number },
): Promise<Omit<DueSchedule, 'version' | 'isActive'>[]> {
  return db.all(
    selectSchedules(db)
      .where('schedules.integration_id', '>', after)
      .where('schedules.next_at', '>', now)
      .orderBy('schedules.integration_id')
      .limit(limit),
  );
}

/** Moves a schedule, unless its time has been changed since it was looked up. */
export async function moveNextAt(
  db: Queries,
  { integrationId, from, to }: { integrationId: string; from: number; to: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('schedules')
      .set({ next_at: to })
      .where('integration_id', '=', integrationId)
      .where('next_at', '=', from),
  );
}

export async function findNextAt(db: Queries, integrationId: string): Promise<number | undefined> {
  const schedule = db.build.selectFrom('schedules').select('next_at as nextAt');
  return (await db.first(schedule.where('integration_id', '=', integrationId)))?.nextAt;
}

export async function upsertSchedule(
  db: Queries,
  schedule: { integrationId: string; organizationId: string; nextAt: number; now: number },
): Promise<void> {
  await db.run(
    db.build
      .insertInto('schedules')
      .values({
        integration_id: schedule.integrationId,
        organization_id: schedule.organizationId,
        next_at: schedule.nextAt,
        created_at: schedule.now,
      })
      .onConflict((conflict) => conflict.column('integration_id').doUpdateSet({ next_at: schedule.nextAt })),
  );
}

export async function deleteSchedule(db: Queries, integrationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('schedules').where('integration_id', '=', integrationId));
}

/** Checks whether an execution that a schedule started has not ended and does not wait before a call. */
export async function isScheduledRunUnfinished(db: Queries, integrationId: string): Promise<boolean> {
  const unfinished = db.build
    .selectFrom('executions')
    .select('id')
    .where('integration_id', '=', integrationId)
    // Written as in the partial index, or SQLite would read all executions of the integration.
    .where(sql<boolean>`trigger_type = 'cron' and status in ('queued', 'running')`)
    .where('id', 'not in', db.build.selectFrom('execution_waits').select('execution_id'));
  return (await db.first(unfinished.limit(1))) !== undefined;
}
