/** What of an integration's logs is looked at. It stands in the address, so that a reload or a link shows the same. */
export interface LogQuery {
  integrationId: string;
  /** The id of the last execution of the page before; null on the newest page. */
  before: string | null;
  /** The executions whose details are open. */
  open: string[];
  /** The one execution that is shown alone, with its details; null for the list. */
  only: string | null;
  filter: LogFilter;
}

/** What the list is narrowed to, as it was typed; empty texts narrow nothing. */
export type LogFilter = Record<(typeof filterNames)[number], string>;

const filterNames = ['q', 'status', 'trigger', 'from', 'to'] as const;

/** Each open execution is read again with every refresh. */
const maxOpen = 10;

export function readLogQuery(integrationId: string, search: URLSearchParams): LogQuery {
  const filter = { q: '', status: '', trigger: '', from: '', to: '' };
  for (const name of filterNames) filter[name] = search.get(name)?.trim() ?? '';
  return {
    integrationId,
    before: search.get('before') || null,
    open: search.getAll('open').slice(-maxOpen),
    only: search.get('execution') || null,
    filter,
  };
}

export function logsPath(integrationId: string): string {
  return `/integration/${integrationId}/logs`;
}

export function logUrl({ integrationId, ...view }: LogQuery): string {
  const search = new URLSearchParams(listFields(view));
  return search.size > 0 ? `${logsPath(integrationId)}?${search}` : logsPath(integrationId);
}

/** The view as the fields of a form that comes back to it. */
export function listFields({ before, open, only, filter }: Omit<LogQuery, 'integrationId'>) {
  if (only) return [['execution', only]];
  const fields = open.map((id) => ['open', id]);
  for (const name of filterNames) if (filter[name]) fields.push([name, filter[name]]);
  if (before) fields.push(['before', before]);
  return fields;
}

/** The view that is being loaded, when it is of the same page of the same list; else the one that is there. */
export function readNextQuery(
  view: LogQuery,
  location: { pathname: string; search: string } | undefined,
): LogQuery {
  if (location?.pathname !== logsPath(view.integrationId)) return view;
  const next = readLogQuery(view.integrationId, new URLSearchParams(location.search));
  return logUrl({ ...next, open: [] }) === logUrl({ ...view, open: [] }) ? next : view;
}

/** Where one execution stands alone, to be given to a colleague. */
export function executionUrl(integrationId: string, id: string): string {
  return `${logsPath(integrationId)}?${new URLSearchParams({ execution: id })}`;
}

/** Another page of the same list, nothing of it open. */
export function logPageUrl(view: LogQuery, before: string | null): string {
  return logUrl({ ...view, before, open: [] });
}

export function isFiltered({ filter }: LogQuery): boolean {
  return filterNames.some((name) => filter[name] !== '');
}

/** The view with one execution's details opened, or closed when they are open. */
export function toggleDetails(view: LogQuery, id: string): LogQuery {
  const open = view.open.includes(id) ? view.open.filter((each) => each !== id) : [...view.open, id];
  return { ...view, open: open.slice(-maxOpen) };
}

export function executionAnchor(executionId: string): string {
  return `execution-${executionId}`;
}
