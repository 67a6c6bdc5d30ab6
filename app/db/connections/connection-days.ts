// Counts the calls that each connection sends in a day (UTC): one row each, which the first call of another day resets. The
// same row keeps the last refusal of the credentials, so that a call costs one write, whatever the API answers.
import { sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

const dayMs = 24 * 3_600_000;

/** The calls of executions that were sent with a connection on a day. */
interface DayOfCalls {
  calls: number;
  /** Calls that were answered with 429, Too Many Requests (RFC 6585, section 4). */
  refused: number;
}

/** A call whose credentials the API refused. */
export interface Refusal {
  /** When the response came, in milliseconds since 1970. */
  at: number;
  integrationId: string;
  executionId: string;
  callName: string;
}

export interface SentCall {
  connectionId: string;
  /** The version of the connection that the call was sent with. */
  version: number;
  /** Milliseconds since 1970. */
  at: number;
  isRefused: boolean;
  /**
   * The refusal of the credentials; `none` when the response shows that they were accepted, undefined when it shows neither.
   */
  refusal: Refusal | 'none' | undefined;
}

interface CountedCall {
  connectionId: string;
  version: number;
  day: number;
  refused: number;
  refusal: string | null;
}

const countQuery = compileQuery<CountedCall>((build, value) =>
  build
    .insertInto('connection_days')
    .columns(['connection_id', 'day', 'calls', 'refused', 'refusal'])
    // Nothing is counted when the connection was deleted while its call was under way.
    .expression(
      build
        .selectFrom('connections')
        .select((eb) => [
          'id',
          eb.val(value('day')).as('day'),
          eb.val(1).as('calls'),
          eb.val(value('refused')).as('refused'),
          // A response to former credentials says nothing about the present ones.
          sql<string | null>`iif(version = ${value('version')}, ${value('refusal')}, null)`.as('refusal'),
        ])
        .where('id', '=', value('connectionId')),
    )
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet({
        calls: sql`iif(day = excluded.day, calls, 0) + excluded.calls`,
        refused: sql`iif(day = excluded.day, refused, 0) + excluded.refused`,
        day: sql`excluded.day`,
        refusal: sql`coalesce(excluded.refusal, refusal)`,
      }),
    ),
);

export function countCallQuery({ connectionId, version, at, isRefused, refusal }: SentCall) {
  return countQuery({
    connectionId,
    version,
    day: Math.floor(at / dayMs),
    refused: isRefused ? 1 : 0,
    refusal: refusal === 'none' ? '' : refusal ? JSON.stringify(refusal) : null,
  });
}

/** What the calls of a connection show: their number on a day, and the refusal that no accepted call followed. */
export interface CallsOfConnection {
  today: DayOfCalls;
  refusal: Refusal | undefined;
}

/** Returns the counts on the day of `at` and the refusals, for each connection of the organization that has sent a call. */
export async function listCallsOfConnections(
  db: Queries,
  { organizationId, at }: { organizationId: string; at: number },
): Promise<Map<string, CallsOfConnection>> {
  const today = Math.floor(at / dayMs);
  const rows = await db.all(
    db.build
      .selectFrom('connection_days')
      .innerJoin('connections', 'connections.id', 'connection_id')
      .select(['connection_id as connectionId', 'day', 'calls', 'refused', 'refusal'])
      .where('organization_id', '=', organizationId),
  );
  return new Map(
    rows.map(({ connectionId, day, calls, refused, refusal }) => [
      connectionId,
      {
        today: day === today ? { calls, refused } : { calls: 0, refused: 0 },
        refusal: refusal ? (JSON.parse(refusal) as Refusal) : undefined,
      },
    ]),
  );
}

/** Forgets the refusal of the connection's credentials: they were accepted, or others took their place. */
export async function forgetRefusal(db: Queries, connectionId: string): Promise<void> {
  await db.run(
    db.build
      .updateTable('connection_days')
      .set({ refusal: null })
      .where('connection_id', '=', connectionId)
      .where('refusal', 'is not', null),
  );
}
