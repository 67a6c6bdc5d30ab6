/** What of an integration's logs is looked at. It stands in the address, so that a reload or a link shows the same. */
export interface LogView {
  integrationId: string;
  /** The id of the last execution of the page before; null on the newest page. */
  before: string | null;
  /** The executions whose details are open. */
  open: string[];
}

/** Each open execution is read again with every refresh. */
const maxOpen = 10;

export function readLogView(integrationId: string, search: URLSearchParams): LogView {
  return { integrationId, before: search.get('before'), open: search.getAll('open').slice(-maxOpen) };
}

export function logsPath(integrationId: string): string {
  return `/integration/${integrationId}/logs`;
}

export function addressOf({ integrationId, before, open }: LogView): string {
  const search = new URLSearchParams(open.map((id) => ['open', id]));
  if (before) search.set('before', before);
  return search.size > 0 ? `${logsPath(integrationId)}?${search}` : logsPath(integrationId);
}

/** The view with one execution's details opened, or closed when they are open. */
export function toggleDetails(view: LogView, id: string): LogView {
  const open = view.open.includes(id) ? view.open.filter((each) => each !== id) : [...view.open, id];
  return { ...view, open: open.slice(-maxOpen) };
}

export function anchorOf(executionId: string): string {
  return `execution-${executionId}`;
}
