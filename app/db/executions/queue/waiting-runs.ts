// Runs that wait and use a connection. A run keeps the version that was live when it was accepted, so they may use a
// connection that no integration names any more.
import { sql } from 'kysely';
import { isQueued, selectBegun } from './queued-executions';
import type { Queries } from '../../core/queries';

/** How many runs that wait to begin, and as many that have begun and wait, are looked at: with 300,000 of them, all would take seconds. */
const maxLookedAt = 1_000;

/**
 * Counts the runs of an organization that wait and whose version uses the connection. `isAll`: whether all runs were
 * looked at; otherwise there may be more.
 */
export async function countWaitingRuns(
  db: Queries,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
): Promise<{ count: number; isAll: boolean }> {
  const queued = db.build
    .selectFrom('executions')
    .select([sql`'queued'`.as('part'), 'integration_id', 'integration_version'])
    .where(isQueued)
    .where('organization_id', '=', organizationId)
    .limit(maxLookedAt);
  const begun = selectBegun(db, organizationId)
    .select([sql`'begun'`.as('part'), 'executions.integration_id', 'executions.integration_version'])
    // As in the index by organization.
    .where('jobs.lease_owner', 'is', null)
    .where('executions.status', 'in', ['queued', 'running'])
    .limit(maxLookedAt);
  // A definition may be large, so each version's is searched once, however many runs have it.
  const versions = db.build
    .selectFrom(
      db.build
        .selectFrom(queued.as('queued'))
        .selectAll()
        .unionAll(db.build.selectFrom(begun.as('begun')).selectAll())
        .as('runs'),
    )
    .select(['part', 'integration_id', 'integration_version', (eb) => eb.fn.countAll<number>().as('runs')])
    .groupBy(['part', 'integration_id', 'integration_version']);
  // The connection's id stands nowhere else in a definition: nobody can guess it.
  const uses = sql<number>`instr(definition, ${connectionId}) > 0`;
  const parts = await db.all(
    db.build
      .selectFrom(versions.as('used'))
      .leftJoin('integration_versions', (join) =>
        join
          .onRef('integration_versions.integration_id', '=', 'used.integration_id')
          .onRef('integration_versions.version', '=', 'used.integration_version'),
      )
      .select([
        (eb) => eb.fn.sum<number>('runs').as('lookedAt'),
        sql<number>`sum(iif(${uses}, runs, 0))`.as('count'),
      ])
      .groupBy('part'),
  );
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    isAll: parts.every(({ lookedAt }) => lookedAt < maxLookedAt),
  };
}
