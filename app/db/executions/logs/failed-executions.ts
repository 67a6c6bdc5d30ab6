// Lists executions that failed within a time span and have no replay. Tests are left out: their replay would be no test.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import type { Owner } from './execution-logs';
import { searchIds } from './search-executions';

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
  /** Only executions older than this one. */
  before?: string | undefined;
  limit: number;
}

/** How many failed executions one query looks at, in a few milliseconds, and how many queries are made. */
const pageSize = 500;
const maxPages = 200;
/** Executions that were triggered longer than this before `from`, and waited until then, are not searched. */
const waitedMs = 24 * 3_600_000;

/**
 * Returns the ids of the newest `limit`, the number of replayed ones among those it passed, and whether there may be more.
 * Everybody else has a turn after each query, so it belongs into no transaction.
 */
export async function listUnreplayedFailures(
  db: Queries,
  asked: Asked,
): Promise<{ ids: string[]; replayed: number; hasMore: boolean }> {
  const { integrationId, organizationId, from, to, startedBefore = to + 1, limit } = asked;
  const startedFrom = Math.max(0, asked.startedFrom ?? from - waitedMs);
  const filter = { status: 'error' as const, startedFrom, startedBefore };
  const searched = { organizationId, integrationIds: [integrationId], filter, limit: pageSize };
  const ids: string[] = [];
  let replayed = 0;
  let { before } = asked;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await searchIds(db, { ...searched, before });
    for (const { id, isReplayed } of await selectMeant(db, asked, found.ids)) {
      if (isReplayed === 1) replayed += 1;
      else if (ids.length === limit) return { ids, replayed, hasMore: true };
      else ids.push(id);
    }
    if (found.ids.length < pageSize) return { ids, replayed, hasMore: found.isBehind };
    before = found.ids.at(-1);
    await nextTurn();
  }
  return { ids, replayed, hasMore: true };
}

/** Returns those among `ids` that failed in the way asked for, within the time span, newest first. */
function selectMeant(
  db: Queries,
  { integrationId, organizationId, from, to, failure }: Asked,
  ids: string[],
): Promise<{ id: string; isReplayed: 0 | 1 }[]> {
  return db.all(
    db.build
      .selectFrom('executions')
      .select('id')
      .select(
        sql<0 | 1>`exists (select 1 from executions as replay where replay.replay_of = executions.id)`.as(
          'isReplayed',
        ),
      )
      .where('id', 'in', ids)
      .where('integration_id', '=', integrationId)
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'error')
      .where('is_test', '=', 0)
      .where('completed_at', '>=', from)
      .where('completed_at', '<=', to)
      .$if(failure !== undefined, (query) => query.where('failure', '=', failure ?? null))
      .orderBy('id', 'desc'),
  );
}
