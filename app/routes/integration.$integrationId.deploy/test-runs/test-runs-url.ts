import type { TestDataSource } from '~/services/test-runs/input-data';

export const groupings = ['execution', 'date', 'status', 'none'] as const;
export const filters = ['all', 'success', 'error', 'warning'] as const;

export type Grouping = (typeof groupings)[number];
export type Filter = (typeof filters)[number];

/** What can fill the trigger data. `execution`: the data of the execution that `of` names. */
export type DataSource = TestDataSource | 'execution' | 'none';

const sources: readonly DataSource[] = ['execution', 'last', 'sample', 'example', 'none'];

/** A view of the second step. It is part of the address, so that it works without script. */
export interface TestRunsQuery {
  group: Grouping;
  show: Filter;
  /** The execution whose results are shown. */
  test: string | null;
  /** The id of the line that is open without script. */
  log: string | null;
  /** The source that fills the trigger data; null for the first one available. */
  data: DataSource | null;
  /** The execution whose trigger data can be tested with, as its log offers. */
  of: string | null;
}

export function readTestRunsQuery(search: URLSearchParams): TestRunsQuery {
  return {
    group: groupings.find((each) => each === search.get('group')) ?? 'execution',
    show: filters.find((each) => each === search.get('show')) ?? 'all',
    test: search.get('test'),
    log: search.get('log'),
    data: sources.find((each) => each === search.get('data')) ?? null,
    of: search.get('of'),
  };
}

/** Lists the search parameters of a view. */
export function listQueryParams({
  group,
  show,
  test,
  log,
  data,
  of,
}: TestRunsQuery): [name: string, value: string][] {
  const params: [string, string][] = [];
  if (test) params.push(['test', test]);
  if (log) params.push(['log', log]);
  if (data) params.push(['data', data]);
  if (of) params.push(['of', of]);
  if (group !== 'execution') params.push(['group', group]);
  if (show !== 'all') params.push(['show', show]);
  return params;
}

export function testRunsUrl(pageUrl: string, view: TestRunsQuery): string {
  const search = new URLSearchParams(listQueryParams(view)).toString();
  return search ? `${pageUrl}?${search}` : pageUrl;
}
