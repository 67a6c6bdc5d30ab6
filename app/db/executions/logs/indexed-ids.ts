// Finds pages of executions in the search index by their ids, although the index is in the order of `payload_seq`.
import { type IndexedFilter, matchExpression, type SearchTerms, selectIndexed } from '../search/search-index';
import { firstIdOf } from '../../core/id';
import type { Queries } from '../../core/queries';

/** The filter of a list: all given conditions must hold. */
export interface ExecutionFilter extends IndexedFilter {
  /** When the trigger fired, in milliseconds since 1970: from the first time, until before the second. */
  startedFrom?: number | undefined;
  startedBefore?: number | undefined;
  /** Words find only ended executions, soon after their end. */
  terms?: SearchTerms | undefined;
}

/** The ids from one on, until before another. */
export interface IdRange {
  from: string;
  before: string;
}

const endOfIds = 'g';
/** Ids and `payload_seq` sort alike except for deliveries that two processes accept at the same moment. */
const disorder = 50;

/** Returns the range of ids for a page, from the times of the filter and the last execution of the page before. */
export function rangeOf({
  filter: { startedFrom, startedBefore },
  before,
}: {
  filter: ExecutionFilter;
  before?: string | undefined;
}): IdRange {
  const bound = startedBefore === undefined ? endOfIds : firstIdOf(startedBefore);
  return {
    from: startedFrom === undefined ? '' : firstIdOf(startedFrom),
    before: before !== undefined && before < bound ? before : bound,
  };
}

interface Asked {
  /** At least one. */
  integrationIds: string[];
  filter: ExecutionFilter;
  range: IdRange;
  limit: number;
}

/** Returns the ids of the newest ended executions of some integrations that match a filter. */
export async function findIndexedIds(
  db: Queries,
  { integrationIds, filter, range: { from, before }, limit }: Asked,
): Promise<string[]> {
  const match = matchExpression(integrationIds, filter, filter.terms ?? []);
  const first = from === '' ? 0 : await findSeq(db, { from, order: 'asc' });
  const last = before === endOfIds ? undefined : await findSeq(db, { before, order: 'desc' });
  // No execution is that new, or that old.
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

/** Returns the `payload_seq` of the first execution from an id on, or of the last before one. */
async function findSeq(
  db: Queries,
  { from, before, order }: { from?: string; before?: string; order: 'asc' | 'desc' },
): Promise<number | undefined> {
  return (
    await db.first(
      db.build
        .selectFrom('executions')
        .select('payload_seq as seq')
        .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', order)
        .limit(1),
    )
  )?.seq;
}
