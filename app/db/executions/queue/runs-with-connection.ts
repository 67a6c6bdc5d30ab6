// Runs that wait and use a connection. A run keeps the version that was live when it was accepted, so they may use a
// connection that no integration names any more.
import { sql } from 'kysely';
import { isQueued } from './queued-executions';
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
    .select(['integration_id', 'integration_version'])
    .where(isQueued)
    .where('organization_id', '=', organizationId)
    .limit(maxLookedAt);
  const begun = db.build
    .selectFrom('jobs')
    .innerJoin('executions', 'executions.id', 'jobs.subject_id')
    .select(['executions.integration_id', 'executions.integration_version'])
    .where('jobs.kind', '=', 'execution')
    .where('jobs.organization_id', '=', organizationId)
    // As in the index by organization.
    .where('jobs.lease_owner', 'is', null)
    .where('executions.organization_id', '=', organizationId)
    .where('executions.status', 'in', ['queued', 'running'])
    .limit(maxLookedAt);
  const parts = [queued, begun].map((part) =>
    db.all(
      db.build
        .selectFrom(part.as('runs'))
        .select(['integration_id', 'integration_version', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy(['integration_id', 'integration_version']),
    ),
  );
  let count = 0;
  let isAll = true;
  for (const versions of await Promise.all(parts)) {
    if (versions.reduce((sum, each) => sum + each.count, 0) === maxLookedAt) isAll = false;
    for (const { integration_id: id, integration_version: version, count: runs } of versions) {
      const using = db.build
        .selectFrom('integration_versions')
        .select('version')
        .where('integration_id', '=', id)
        .where('version', '=', version)
        // The id stands nowhere else: nobody can guess it.
        .where(sql<boolean>`instr(definition, ${connectionId}) > 0`);
      if (await db.first(using)) count += runs;
    }
  }
  return { count, isAll };
}
