import { sql } from 'kysely';
import type { Queries } from './open';
import { prepareQuery } from './prepared';

/** The calendar month that a plan counts by: `YYYY-MM`, UTC. */
function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

const countQuery = prepareQuery<{ integrationId: string; month: string }>((build, value) =>
  build
    .insertInto('trigger_counts')
    .values({ integration_id: value('integrationId'), month: value('month'), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'month']).doUpdateSet({ count: sql`trigger_counts.count + 1` }),
    ),
);

/** Counts one trigger that started a run of the integration. */
export function countTrigger(db: Queries, integrationId: string, at: number): void {
  db.run(countQuery({ integrationId, month: monthOf(at) }));
}

/** How often the integration was triggered in the month of `at`. */
export function findTriggerCount(db: Queries, integrationId: string, at: number): number {
  const row = db.first(
    db.build
      .selectFrom('trigger_counts')
      .select('count')
      .where('integration_id', '=', integrationId)
      .where('month', '=', monthOf(at)),
  );
  return row?.count ?? 0;
}

/** How often all integrations of the organization were triggered in the month of `at`, deleted ones included. */
export function sumTriggerCounts(db: Queries, organizationId: string, at: number): number {
  const row = db.first(
    db.build
      .selectFrom('trigger_counts')
      .innerJoin('integrations', 'integrations.id', 'trigger_counts.integration_id')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('count'), eb.lit(0)).as('total'))
      .where('organization_id', '=', organizationId)
      .where('month', '=', monthOf(at)),
  );
  return row?.total ?? 0;
}
