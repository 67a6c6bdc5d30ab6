// Lists of executions narrowed by status, trigger, time or words. What the index does not hold yet, the newest few
// seconds and what has not ended, is looked through; all else the index finds, however much there is.
import { sql } from 'kysely';
import { findIndexedUpTo } from '../search/search-index';
import { type ListedRow, listExecutionRowsOf, type Owner } from './execution-logs';
import { type ExecutionFilter, findIndexedIds, type IdRange, rangeOf } from './indexed-ids';
import { notQueued, selectQueued } from '../queue/queued-executions';
import type { Queries } from '../../core/queries';

interface Asked extends Owner {
  filter: ExecutionFilter;
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/** So many of the newest executions are looked through when the index is behind. */
export const lookedThrough = 2_000;

/** A page of executions, newest first, and whether words of ended ones are yet to be indexed. */
export async function searchExecutions(
  db: Queries,
  asked: Asked,
): Promise<{ executions: ListedRow[]; isBehind: boolean }> {
  const { filter, limit } = asked;
  const indexedUpTo = await findIndexedUpTo(db);
  const range = rangeOf(asked);
  const indexed = await findIndexedIds(db, { integrationIds: [asked.integrationId], filter, range, limit });
  if (filter.terms?.length) {
    const isBehind = await hasUnindexed(db, asked, indexedUpTo);
    return { executions: (await listExecutionRowsOf(db, asked, indexed)).slice(0, limit), isBehind };
  }
  const ids = [...indexed, ...(await listUnindexed(db, asked, range, indexedUpTo))];
  return { executions: (await listExecutionRowsOf(db, asked, ids)).slice(0, limit), isBehind: false };
}

/** The newest that the index has not come to, those that had not ended when it came, and those that wait to begin. */
async function listUnindexed(
  db: Queries,
  asked: Asked,
  range: IdRange,
  indexedUpTo: string,
): Promise<string[]> {
  const { organizationId, integrationId, filter, limit } = asked;
  const newest = selectNewest(db, integrationId, indexedUpTo).orderBy('id', 'desc').limit(lookedThrough);
  const late = db.build
    .selectFrom('unindexed_executions')
    .select('execution_id as id')
    .orderBy('execution_id', 'desc')
    .limit(lookedThrough);
  const waiting = selectQueued(db, { organizationId, integrationId });
  const candidates = db.build
    .selectFrom(newest.as('newest'))
    .select('newest.id')
    .unionAll(db.build.selectFrom(late.as('late')).select('late.id'))
    .unionAll(db.build.selectFrom(waiting.as('waiting')).select('waiting.id'));
  const { status, triggerType } = filter;
  return (
    await db.all(
      db.build
        .selectFrom('executions')
        .select('id')
        .where('id', 'in', candidates)
        .where('integration_id', '=', integrationId)
        .where('id', '>=', range.from)
        .where('id', '<', range.before)
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'queued'))
        .$if(triggerType !== undefined, (query) => query.where('trigger_type', '=', triggerType ?? ''))
        .orderBy('id', 'desc')
        .limit(limit),
    )
  ).map(({ id }) => id);
}

function selectNewest(db: Queries, integrationId: string, indexedUpTo: string) {
  return db.build
    .selectFrom('executions')
    .select('id')
    .where('integration_id', '=', integrationId)
    .where(notQueued)
    .where('id', '>', indexedUpTo);
}

async function hasUnindexed(db: Queries, { integrationId }: Owner, indexedUpTo: string): Promise<boolean> {
  const ended = sql<boolean>`completed_at is not null`;
  return (await db.first(selectNewest(db, integrationId, indexedUpTo).where(ended).limit(1))) !== undefined;
}
