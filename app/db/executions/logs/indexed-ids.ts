// Pages of executions that the index finds: by ids, although it is in the order of `payload_seq`.
import { type IndexedFilter, matchExpression, type SearchTerms, selectIndexed } from '../search/search-index';
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

/** From an id on, until before another. */
export interface IdRange {
  from: string;
  before: string;
}

const endOfIds = 'g';
/** Ids and `payload_seq` sort alike but for deliveries that two processes accept at the same moment. */
const disorder = 50;

/** The ids of a page: what a filter says of times, and the last execution of the page before. */
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

/** Ids of the newest ended executions of some integrations that match a filter. */
export async function findIndexedIds(
  db: Queries,
  { integrationIds, filter, range: { from, before }, limit }: Asked,
): Promise<string[]> {
  const match = matchExpression(integrationIds, filter, filter.terms ?? []);
  const first = from === '' ? 0 : await findSeq(db, { from, order: 'asc' });
  const last = before === endOfIds ? undefined : await findSeq(db, { before, order: 'desc' });
  // Nothing is that new, or that old.
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

/** The place in the index of the first execution from an id on, or of the last before one. */
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
