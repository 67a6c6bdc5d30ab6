import type { Queries } from '../core/queries';

/** The calendar month that a plan counts by: `YYYY-MM`, UTC. */
export function monthOf(at: number): string {
  const date = new Date(at);
  const month = date.getUTCMonth() + 1;
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`;
}

/** How many executions of the integration ended, other than by being cancelled, in the month of `at`. */
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

/** The same over all integrations of the organization, those included that were deleted and are not yet purged. */
export async function sumTriggerCounts(db: Queries, organizationId: string, at: number): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('integrations')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('triggers_used'), eb.lit(0)).as('total'))
      .where('organization_id', '=', organizationId)
      .where('triggers_month', '=', monthOf(at)),
  );
  return row?.total ?? 0;
}
