// Integrations that keep less of their executions than the installation does, and the executions that this removed.
import type { IntegrationLimits } from '~/engine/definition/execution-limits';
import type { Queries } from '../core/queries';

type OwnRetention = { id: string } & Pick<
  IntegrationLimits,
  'retentionDays' | 'retentionDaysFailed' | 'retentionMib'
>;

/** Returns the integrations with retention limits of their own, deleted ones included. */
export async function listOwnRetention(db: Queries): Promise<OwnRetention[]> {
  return await db.all(
    db.build
      .selectFrom('integrations')
      .select([
        'id',
        'retention_days as retentionDays',
        'retention_days_failed as retentionDaysFailed',
        'retention_mib as retentionMib',
      ])
      .where((eb) =>
        eb.or([
          eb('retention_days', 'is not', null),
          eb('retention_days_failed', 'is not', null),
          eb('retention_mib', 'is not', null),
        ]),
      ),
  );
}

/** Adds executions that the integration's own limits removed to its counts. */
export async function addOwnPruned(
  db: Queries,
  { id, removed, bytes, now }: { id: string; removed: number; bytes: number; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('integrations')
      .set((eb) => ({
        pruned_early: eb('pruned_early', '+', removed),
        pruned_early_bytes: eb('pruned_early_bytes', '+', bytes),
        pruned_early_at: now,
      }))
      .where('id', '=', id),
  );
}
