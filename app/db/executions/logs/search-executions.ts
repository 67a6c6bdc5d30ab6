// Lists of executions narrowed by status, trigger, time or words. What the index does not hold yet, the newest few
// seconds and what has not ended, is looked through; all else the index finds, however much there is.
import { sql } from 'kysely';
import {
  findIndexedUpTo,
  type IndexedFilter,
  matchExpression,
  type SearchTerms,
  selectIndexed,
} from '../search/search-index';
import { type ListedRow, listExecutionRowsOf, type Owner } from './execution-logs';
import { notQueued, selectQueued } from '../queue/queued-executions';
import { firstIdOf } from '../../core/id';
import type { Queries } from '../../core/queries';

/** What a list is narrowed to: all that is given must hold. */
export interface ExecutionFilter extends IndexedFilter {
  /** When the trigger fired, milliseconds since 1970: from the first, until before the second. */
  startedFrom?: number | undefined;
  startedBefore?: number | undefined;
  /** Of ended executions only, and soon after their end. */
  terms?: SearchTerms | undefined;
}

interface Asked extends Owner {
  filter: ExecutionFilter;
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/** So many of the newest executions are looked through when the index is behind. */
const lookedThrough = 2_000;
/** Ids and `payload_seq` sort alike but for deliveries that two processes accept at the same moment. */
const disorder = 50;
const endOfIds = 'g';

/** A page of executions, newest first, and whether words of ended ones are yet to be indexed. */
export async function searchExecutions(
  db: Queries,
  asked: Asked,
): Promise<{ executions: ListedRow[]; isBehind: boolean }> {
  const { filter, limit } = asked;
  const indexedUpTo = await findIndexedUpTo(db);
  const range = rangeOf(asked);
  const indexed = await listIndexed(db, asked, range);
  if (filter.terms?.length) {
    const isBehind = await hasUnindexed(db, asked, indexedUpTo);
    return { executions: (await listExecutionRowsOf(db, asked, indexed)).slice(0, limit), isBehind };
  }
  const ids = [...indexed, ...(await listUnindexed(db, asked, range, indexedUpTo))];
  return { executions: (await listExecutionRowsOf(db, asked, ids)).slice(0, limit), isBehind: false };
}

/** From an id on, until before another. */
interface IdRange {
  from: string;
  before: string;
}

function rangeOf({ filter, before }: Asked): IdRange {
  const { startedFrom, startedBefore } = filter;
  const bound = startedBefore === undefined ? endOfIds : firstIdOf(startedBefore);
  return {
    from: startedFrom === undefined ? '' : firstIdOf(startedFrom),
    before: before !== undefined && before < bound ? before : bound,
  };
}

async function listIndexed(db: Queries, asked: Asked, { from, before }: IdRange): Promise<string[]> {
  const { integrationId, filter, limit } = asked;
  const match = matchExpression(integrationId, filter, filter.terms ?? []);
  const first = from === '' ? 0 : await findSeq(db, integrationId, { from, order: 'asc' });
  const last = before === endOfIds ? undefined : await findSeq(db, integrationId, { before, order: 'desc' });
  // Nothing of the integration is that new, or that old.
  if (first === undefined || (last === undefined && before !== endOfIds)) return [];
  const bounds = {
    from: first - disorder,
    before: last === undefined ? Number.MAX_SAFE_INTEGER : last + disorder,
  };
  const found = selectIndexed(db, { match, ...bounds, limit: limit + 2 * disorder });
  return (await db.all(found))
    .map(({ id }) => id)
    .filter((id) => id >= from && id < before)
    .toSorted()
    .toReversed()
    .slice(0, limit);
}

/** The place in the index of an integration's first execution from an id on, or of the last before one. */
async function findSeq(
  db: Queries,
  integrationId: string,
  { from, before, order }: { from?: string; before?: string; order: 'asc' | 'desc' },
): Promise<number | undefined> {
  return (
    await db.first(
      db.build
        .selectFrom('executions')
        .select('payload_seq as seq')
        .where('integration_id', '=', integrationId)
        .where(notQueued)
        .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', order)
        .limit(1),
    )
  )?.seq;
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
