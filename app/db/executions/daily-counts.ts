// Counts the executions that end each day as each one ends, so that no page has to count executions.
import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { Tables } from '../core/tables';

const dayMs = 24 * 3_600_000;

export interface DayCounts {
  completed: number;
  failed: number;
  cancelled: number;
}

/** `tests`: of those that were completed or failed, how many were tests. */
type TestedCounts = DayCounts & { tests: number };

/** The executions that ended on one day. */
export interface ExecutionDay extends TestedCounts {
  /** When the day began in UTC, in milliseconds since 1970. */
  startsAt: number;
}

interface Counted extends TestedCounts {
  integrationId: string;
  day: number;
}

const countQuery = compileQuery<Counted>((build, value) =>
  build
    .insertInto('execution_days')
    .columns(['organization_id', 'day', 'completed', 'failed', 'cancelled', 'tests'])
    .expression(
      build
        .selectFrom('integrations')
        .select((eb) => [
          'organization_id',
          eb.val(value('day')).as('day'),
          eb.val(value('completed')).as('completed'),
          eb.val(value('failed')).as('failed'),
          eb.val(value('cancelled')).as('cancelled'),
          eb.val(value('tests')).as('tests'),
        ])
        .where('id', '=', value('integrationId')),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day']).doUpdateSet({
        completed: sql`completed + excluded.completed`,
        failed: sql`failed + excluded.failed`,
        cancelled: sql`cancelled + excluded.cancelled`,
        tests: sql`tests + excluded.tests`,
      }),
    ),
);

/** Adds executions of the integration that ended at `at` to that day of its organization. */
export function countOnDayQuery(integrationId: string, at: number, counts: TestedCounts) {
  return countQuery({ ...counts, integrationId, day: Math.floor(at / dayMs) });
}

/** Deletes the counts of up to `limit` days that ended before a time. Returns how many. */
export function deleteOldDays(db: Queries, before: number, limit: number): Promise<number> {
  const old = db.build
    .selectFrom('execution_days')
    .select(['organization_id', 'day'])
    .where('day', '<', Math.floor(before / dayMs))
    .limit(limit);
  return db.run(
    db.build
      .deleteFrom('execution_days')
      .where(({ eb, refTuple }) =>
        eb(refTuple('organization_id', 'day'), 'in', old.$asTuple('organization_id', 'day')),
      ),
  );
}

/** Returns the `count` days up to the day of `until`, the oldest first, including days on which nothing ended. */
export async function listExecutionDays(
  db: Queries,
  { organizationId, until, count }: { organizationId: string; until: number; count: number },
): Promise<ExecutionDay[]> {
  const last = Math.floor(until / dayMs);
  const first = last - count + 1;
  const rows: Tables['execution_days'][] = await db.all(
    db.build
      .selectFrom('execution_days')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('day', '>=', first)
      .where('day', '<=', last),
  );
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: count }, (_, index) => {
    const { completed = 0, failed = 0, cancelled = 0, tests = 0 } = byDay.get(first + index) ?? {};
    return { startsAt: (first + index) * dayMs, completed, failed, cancelled, tests };
  });
}
