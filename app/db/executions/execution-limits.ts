// The limits of an integration: the executions under way at once, the executions begun in an hour, the deliveries accepted in a
// second, how long and how much of its ended executions is kept, and how many times failed ones are replayed.
import type { IntegrationLimits } from '~/engine/definition/execution-limits';
import type { Queries } from '../core/queries';
import type { IntegrationKey } from '../integrations/integrations';
import { selectBegun } from './queue/queued-executions';

/**
 * Sets the limits; null means none. The limit of errors in a row is not among them: see `integrations/pauses.ts`.
 *
 * Executions that are under way now count. An hour that had no limit before does not count executions that began earlier.
 */
export async function updateLimits(
  db: Queries,
  { id, organizationId }: IntegrationKey,
  limits: Omit<IntegrationLimits, 'pauseAfterErrors'>,
): Promise<void> {
  const { executionsAtOnce, executionsPerHour } = limits;
  const updated = await db.run(
    db.build
      .updateTable('integrations')
      .set({
        executions_at_once: executionsAtOnce,
        executions_an_hour: executionsPerHour,
        deliveries_a_second: limits.deliveriesPerSecond,
        retention_days: limits.retentionDays,
        retention_days_failed: limits.retentionDaysFailed,
        retention_mib: limits.retentionMib,
        automatic_replays: limits.automaticReplays,
      })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null),
  );
  if (updated === 0) return;
  if (executionsPerHour === null) {
    await db.run(db.build.deleteFrom('limited_minutes').where('integration_id', '=', id));
  }
  await db.run(db.build.deleteFrom('limited_executions').where('integration_id', '=', id));
  if (executionsAtOnce === null) return;
  const underWay = selectBegun(db, organizationId)
    .select(['executions.integration_id', 'executions.id'])
    .where('executions.integration_id', '=', id)
    .where('executions.status', '=', 'running');
  await db.run(
    db.build
      .insertInto('limited_executions')
      .columns(['integration_id', 'execution_id'])
      .expression(underWay)
      .onConflict((conflict) => conflict.doNothing()),
  );
}
