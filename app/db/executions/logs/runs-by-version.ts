import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { notQueued } from '../queue/queued-executions';

/** How many of the newest executions that have begun each version has, and how many of them failed. Tests count, too. */
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
