// Lists executions by status, trigger, time or words: those that the index finds, and those it does not hold yet.
import type { Queries } from '../../core/queries';
import { findIndexedUpTo } from '../search/search-index';
import { type ListedRow, listExecutionRows, listExecutionRowsOf, type Owner } from './execution-logs';
import { type ExecutionFilter, findIndexedIds, rangeOf } from './indexed-ids';
import { hasUnindexedExecutions, isIndexFarBehind, listUnindexedExecutions } from './unindexed-executions';

interface Page {
  filter: ExecutionFilter;
  /** The id of the last execution of the page before. */
  before?: string | undefined;
  limit: number;
}

/** Returns a page of an integration's executions, newest first; those of an empty filter without the index. */
export async function listFilteredExecutions(
  db: Queries,
  { filter, ...page }: Page & Owner,
): Promise<{ executions: ListedRow[]; isBehind: boolean }> {
  if (Object.values(filter).some((value) => value !== undefined)) {
    return searchExecutions(db, { ...page, filter });
  }
  return { executions: await listExecutionRows(db, page), isBehind: false };
}

/** Returns a page of an integration's executions, newest first, and whether it may lack some that are not indexed yet. */
export async function searchExecutions(
  db: Queries,
  { integrationId, ...asked }: Page & Owner,
): Promise<{ executions: ListedRow[]; isBehind: boolean }> {
  const { ids, isBehind } = await searchIds(db, { ...asked, integrationIds: [integrationId] });
  const { organizationId } = asked;
  return { executions: await listExecutionRowsOf(db, { organizationId, integrationId }, ids), isBehind };
}

/** Returns the ids of a page as {@link searchExecutions} does, for one or more integrations of an organization. */
export async function searchIds(
  db: Queries,
  asked: Page & { organizationId: string; integrationIds: string[] },
): Promise<{ ids: string[]; isBehind: boolean }> {
  const indexedUpTo = await findIndexedUpTo(db);
  const within = { ...asked, indexedUpTo, range: rangeOf(asked) };
  const indexed = await findIndexedIds(db, within);
  if (asked.filter.terms?.length) return { ids: indexed, isBehind: await hasUnindexedExecutions(db, within) };
  // An execution that is indexed between the two queries is in both.
  const found = new Set([...indexed, ...(await listUnindexedExecutions(db, within))]);
  const ids = [...found].toSorted().toReversed().slice(0, asked.limit);
  return { ids, isBehind: ids.length < asked.limit && (await isIndexFarBehind(db, within)) };
}
