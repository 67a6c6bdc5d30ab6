// The number of executions that an organization may begin, as the administrator of the installation sets it.
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

/** A quota; null means no limit. */
export interface Quota {
  executionsPerHour: number | null;
  executionsPerDay: number | null;
}

export const noQuota: Quota = { executionsPerHour: null, executionsPerDay: null };

interface ClaimableRow extends Quota {
  deletedAt: number | null;
}

// This query runs for each organization of every claim.
const claimableQuery = compileQuery<{ organizationId: string }, ClaimableRow>((build, value) =>
  build
    .selectFrom('organizations')
    .select([
      'executions_an_hour as executionsPerHour',
      'executions_a_day as executionsPerDay',
      'deleted_at as deletedAt',
    ])
    .where('id', '=', value('organizationId')),
);

/** Returns the quota of an organization; undefined when it was deleted, so that none of its executions begins. */
export async function findClaimQuota(db: Queries, organizationId: string): Promise<Quota | undefined> {
  const row = await db.first(claimableQuery({ organizationId }));
  if (!row) return noQuota;
  return row.deletedAt === null ? row : undefined;
}

/** Sets the quota. Returns false when there is no such organization. */
export async function updateQuota(
  db: Queries,
  organizationId: string,
  { executionsPerHour, executionsPerDay }: Quota,
): Promise<boolean> {
  const updated = await db.run(
    db.build
      .updateTable('organizations')
      .set({ executions_an_hour: executionsPerHour, executions_a_day: executionsPerDay })
      .where('id', '=', organizationId)
      .where('deleted_at', 'is', null),
  );
  if (updated === 0) return false;
  const unbounded = [
    ...(executionsPerHour === null ? ['hour' as const] : []),
    ...(executionsPerDay === null ? ['day' as const] : []),
  ];
  if (unbounded.length > 0) {
    await db.run(
      db.build
        .deleteFrom('quota_slots')
        .where('organization_id', '=', organizationId)
        .where('span', 'in', unbounded),
    );
  }
  return true;
}
