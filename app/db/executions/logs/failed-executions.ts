// Lists executions that failed within a time span and have no replay.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { firstIdOf } from '../../core/id';
import { notQueued } from '../queue/queued-executions';
import type { Owner } from './execution-logs';

export interface FailedWithin {
  /** The time span in which the executions ended, in milliseconds since 1970. */
  from: number;
  to: number;
  /** When the trigger fired, in milliseconds since 1970: from the first time, until before the second. */
  startedFrom?: number | undefined;
  startedBefore?: number | undefined;
  /** The failure as the rows of executions store it; undefined for any failure. */
  failure?: string | undefined;
}

interface Asked extends Owner, FailedWithin {
  limit: number;
}

/** How many executions one query looks at, and how many queries are made. */
const pageSize = 1_000;
const maxPages = 20;
/** Executions that were triggered longer than this before `from`, and waited until then, are not searched. */
const waitedMs = 24 * 3_600_000;

/** Returns the ids of the newest `limit`, the number of replayed ones among those it passed, and whether there may be more. */
export async function listUnreplayedFailures(
  db: Queries,
  asked: Asked,
): Promise<{ ids: string[]; replayed: number; hasMore: boolean }> {
  const { from, to, startedFrom = from - waitedMs, startedBefore = to + 1, limit } = asked;
  const ids: string[] = [];
  let replayed = 0;
  const oldest = firstIdOf(Math.max(0, startedFrom));
  let before: string | undefined = firstIdOf(startedBefore);
  for (let page = 0; page < maxPages && before !== undefined && before > oldest; page += 1) {
    const rows: Row[] = await listPage(db, asked, { oldest, before });
    for (const { id, isMeant, isReplayed } of rows) {
      if (isMeant === 0) continue;
      if (isReplayed === 1) replayed += 1;
      else if (ids.length === limit) return { ids, replayed, hasMore: true };
      else ids.push(id);
    }
    before = rows.length < pageSize ? undefined : rows.at(-1)?.id;
  }
  return { ids, replayed, hasMore: before !== undefined && before > oldest };
}

interface Row {
  id: string;
  /** 1: the execution failed in the way asked for, within the time span. */
  isMeant: 0 | 1;
  isReplayed: 0 | 1;
}

function listPage(
  db: Queries,
  { integrationId, organizationId, from, to, failure }: Asked,
  { oldest, before }: { oldest: string; before: string },
) {
  const isMeantFailure = failure === undefined ? sql`true` : sql`failure = ${failure}`;
  return db.all(
    db.build
      .selectFrom('executions')
      .select('id')
      .select(
        sql<0 | 1>`status = 'error' and completed_at between ${from} and ${to} and ${isMeantFailure}`.as(
          'isMeant',
        ),
      )
      .select(
        sql<
          0 | 1
        >`status = 'error' and exists (select 1 from executions as replay where replay.replay_of = executions.id)`.as(
          'isReplayed',
        ),
      )
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .where(notQueued)
      .where('id', '>=', oldest)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(pageSize),
  );
}
