import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { notQueued } from '../queue/queued-executions';

/** Counts the newest executions that have begun, tests included, and the failed ones among them, by version. */
export function countRunsByVersion(
  db: Queries,
  { integrationId, newest }: { integrationId: string; newest: number },
): Promise<{ version: number; runs: number; failures: number }[]> {
  return db.all(
    db.build
      .selectFrom((build) =>
        build
          .selectFrom('executions')
          .select(['integration_version', 'status'])
          .where('integration_id', '=', integrationId)
          .where(notQueued)
          .orderBy('id', 'desc')
          .limit(newest)
          .as('newest'),
      )
      .select(({ fn }) => [
        'newest.integration_version as version',
        fn.countAll<number>().as('runs'),
        fn.sum<number>(sql`newest.status = 'error'`).as('failures'),
      ])
      .groupBy('newest.integration_version'),
  );
}
