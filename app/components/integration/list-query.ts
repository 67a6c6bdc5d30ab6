// The query for a list of integrations, as the address of its screen holds it: the dashboard, and where several are selected.

export interface ListQuery {
  search: string;
  /** Empty for any tag. */
  tag: string;
  order: (typeof listOrders)[number]['value'];
  /** From 1. */
  page: number;
}

export const listOrders = [
  { value: 'failing', label: 'Failing first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: 'executed', label: 'Last executed' },
] as const;

/** The longest search text, longer than any name. */
const maxSearchLength = 200;

export function readListQuery(query: URLSearchParams): ListQuery {
  const page = Number(query.get('page'));
  return {
    search: (query.get('q') ?? '').trim().slice(0, maxSearchLength),
    tag: (query.get('tag') ?? '').trim().slice(0, maxSearchLength),
    order: listOrders.find(({ value }) => value === query.get('sort'))?.value ?? 'failing',
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

/** Returns the key under which a loaded dashboard is cached. */
export function cacheKeyOf(url: string): string {
  return dashboardUrl(readListQuery(new URL(url).searchParams));
}

/** Returns the dashboard's URL with a list, and with `more` parameters. */
export function dashboardUrl(list: ListQuery, more?: Record<string, string>): string {
  return listUrl('/', list, more);
}

/** Returns the URL of the screen on which several integrations of a list are selected, with `more` parameters. */
export function selectionUrl(list: ListQuery, more?: Record<string, string>): string {
  return listUrl('/integration/select', list, more);
}

function listUrl(
  path: string,
  { search, tag, order, page }: ListQuery,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    ...(search && { q: search }),
    ...(tag && { tag }),
    ...(order !== 'failing' && { sort: order }),
    ...(page > 1 && { page: String(page) }),
    ...more,
  });
  return query.size > 0 ? `${path}?${query}` : path;
}
