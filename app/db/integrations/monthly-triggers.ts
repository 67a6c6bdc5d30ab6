import type { Queries } from '../core/queries';

/** Returns the calendar month that a plan counts by: `YYYY-MM`, UTC. */
export function monthOf(at: number): string {
  const date = new Date(at);
  const month = date.getUTCMonth() + 1;
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`;
}

/** Returns how many executions of the integration ended in the month of `at`, without cancelled ones and tests. */
export async function findTriggerCount(db: Queries, integrationId: string, at: number): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('integrations')
      .select('triggers_used as count')
      .where('id', '=', integrationId)
      .where('triggers_month', '=', monthOf(at)),
  );
  return row?.count ?? 0;
}
