// Counts the calls that each connection sends in a day (UTC): one row each, which the first call of another day resets.
import { sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

const dayMs = 24 * 3_600_000;

/** The calls of executions that were sent with a connection on a day. */
export interface DayOfCalls {
  calls: number;
  /** Calls that were answered with 429, Too Many Requests (RFC 6585, section 4). */
  refused: number;
}

export interface SentCall {
  connectionId: string;
  /** Milliseconds since 1970. */
  at: number;
  isRefused: boolean;
}

const countQuery = compileQuery<{ connectionId: string; day: number; refused: number }>((build, value) =>
  build
    .insertInto('connection_days')
    .columns(['connection_id', 'day', 'calls', 'refused'])
    // Nothing is counted when the connection was deleted while its call was under way.
    .expression(
      build
        .selectFrom('connections')
        .select((eb) => [
          'id',
          eb.val(value('day')).as('day'),
          eb.val(1).as('calls'),
          eb.val(value('refused')).as('refused'),
        ])
        .where('id', '=', value('connectionId')),
    )
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet({
        calls: sql`iif(day = excluded.day, calls, 0) + excluded.calls`,
        refused: sql`iif(day = excluded.day, refused, 0) + excluded.refused`,
        day: sql`excluded.day`,
      }),
    ),
);

export function countCallQuery({ connectionId, at, isRefused }: SentCall) {
  return countQuery({ connectionId, day: Math.floor(at / dayMs), refused: isRefused ? 1 : 0 });
}

/** Returns the counts on the day of `at`, for each connection of the organization that sent a call on it. */
export async function listDaysOfCalls(
  db: Queries,
  { organizationId, at }: { organizationId: string; at: number },
): Promise<Map<string, DayOfCalls>> {
  const rows = await db.all(
    db.build
      .selectFrom('connection_days')
      .innerJoin('connections', 'connections.id', 'connection_id')
      .select(['connection_id as connectionId', 'calls', 'refused'])
      .where('organization_id', '=', organizationId)
      .where('day', '=', Math.floor(at / dayMs)),
  );
  return new Map(rows.map(({ connectionId, ...day }) => [connectionId, day]));
}
