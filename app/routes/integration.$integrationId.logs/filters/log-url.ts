/** A view of an integration's logs. It is part of the address, so that a reload or a link shows the same. */
export interface LogQuery {
  integrationId: string;
  /** The id of the last execution of the page before; null on the newest page. */
  before: string | null;
  /** The executions whose details are open. */
  open: string[];
  /** The execution that is shown alone, with its details; null for the list. */
  only: string | null;
  /** The shown items of a loop; null for the first items of each loop. */
  items: ShownItems | null;
  /** The call whose request and response are shown; null for the failed one or else the first. */
  call: ShownCall | null;
  filter: LogFilter;
}

interface ShownCall {
  /** The execution that sent it. */
  of: string;
  /** The call's step number in the run. */
  step: number;
}

/** A page of the items of a loop. */
interface ShownItems {
  /** The execution that ran them. */
  of: string;
  /** The loop's id. */
  loop: string;
  /** The first item of the page, from 1. */
  item: number;
  failedOnly: boolean;
}

/** The filters of the list, as they were typed; an empty text filters nothing. */
type LogFilter = Record<(typeof logFilterNames)[number], string>;

/** The names of the filters, which are also those of the address's parameters. */
export const logFilterNames = ['q', 'status', 'trigger', 'from', 'to'] as const;

/** The most executions that may be open, since each refresh reads all of them again. */
const maxOpen = 10;

export function readLogQuery(integrationId: string, search: URLSearchParams): LogQuery {
  const filter = { q: '', status: '', trigger: '', from: '', to: '' };
  for (const name of logFilterNames) filter[name] = search.get(name)?.trim() ?? '';
  return {
    integrationId,
    before: search.get('before') || null,
    open: search.getAll('open').slice(-maxOpen),
    only: search.get('execution') || null,
    items: readItems(search),
    call: readCall(search),
    filter,
  };
}

function readItems(search: URLSearchParams): ShownItems | null {
  const [of, loop] = [search.get('of'), search.get('loop')];
  if (!of || !loop) return null;
  const item = Number(search.get('item') ?? 1);
  return {
    of,
    loop,
    item: Number.isInteger(item) && item > 0 ? item : 1,
    failedOnly: search.get('failed') === 'true',
  };
}

function readCall(search: URLSearchParams): ShownCall | null {
  const [of, step] = [search.get('of'), Number(search.get('call') || Number.NaN)];
  return of && Number.isInteger(step) ? { of, step } : null;
}

export function logsPath(integrationId: string): string {
  return `/integration/${integrationId}/logs`;
}

export function logUrl({ integrationId, ...view }: LogQuery): string {
  const search = new URLSearchParams(listViewFields(view));
  return search.size > 0 ? `${logsPath(integrationId)}?${search}` : logsPath(integrationId);
}

/** Lists the view as fields of a form that leads back to it. */
export function listViewFields({ before, open, only, items, call, filter }: Omit<LogQuery, 'integrationId'>) {
  const of = items?.of ?? call?.of;
  const inside = of && (of === only || open.includes(of)) ? [['of', of], ...listInside(items, call)] : [];
  if (only) return [['execution', only], ...inside];
  const fields = open.map((id) => ['open', id]);
  for (const name of logFilterNames) if (filter[name]) fields.push([name, filter[name]]);
  if (before) fields.push(['before', before]);
  return [...fields, ...inside];
}

/** Lists the fields for what is shown inside an execution. */
function listInside(items: ShownItems | null, call: ShownCall | null): string[][] {
  const fields: string[][] = [];
  if (items) fields.push(['loop', items.loop], ['item', String(items.item)]);
  if (items?.failedOnly) fields.push(['failed', 'true']);
  if (call) fields.push(['call', String(call.step)]);
  return fields;
}

/** Returns the URL of the same view with other items of a loop. */
export function itemsUrl(view: LogQuery, items: ShownItems): string {
  return logUrl({ ...view, items, call: null });
}

/** Returns the URL of the same view with another call; the shown items of the same execution stay. */
export function callUrl(view: LogQuery, call: ShownCall): string {
  return logUrl({ ...view, items: view.items?.of === call.of ? view.items : null, call });
}

/** Returns the view that is being loaded, if it is the same page of the same list; otherwise the current one. */
export function readNextQuery(
  view: LogQuery,
  location: { pathname: string; search: string } | undefined,
): LogQuery {
  if (location?.pathname !== logsPath(view.integrationId)) return view;
  const next = readLogQuery(view.integrationId, new URLSearchParams(location.search));
  return logUrl({ ...next, open: [] }) === logUrl({ ...view, open: [] }) ? next : view;
}

/** Returns the URL that shows one execution alone, for sharing with a colleague. */
export function executionUrl(integrationId: string, id: string): string {
  return `${logsPath(integrationId)}?${new URLSearchParams({ execution: id })}`;
}

/** Returns the URL of another page of the same list, with nothing open. */
export function logPageUrl(view: LogQuery, before: string | null): string {
  return logUrl({ ...view, before, open: [] });
}

export function isFiltered({ filter }: LogQuery): boolean {
  return logFilterNames.some((name) => filter[name] !== '');
}

/** Checks whether the view lists all failed executions, perhaps of some time, and no others. */
export function listsAllFailed({ only, filter }: LogQuery): boolean {
  return !only && filter.status === 'error' && filter.q === '' && filter.trigger === '';
}

/** Returns the URL of the same view that asks whether all of it is to be replayed. */
export function replayAllUrl(view: LogQuery): string {
  const url = logUrl(view);
  return `${url}${url.includes('?') ? '&' : '?'}dialog=replay-all`;
}

export function asksToReplayAll(search: URLSearchParams): boolean {
  return search.get('dialog') === 'replay-all';
}

/** Returns the view in which one execution's details are opened, or closed if they were open. */
export function toggleDetails(view: LogQuery, id: string): LogQuery {
  const open = view.open.includes(id) ? view.open.filter((each) => each !== id) : [...view.open, id];
  return { ...view, open: open.slice(-maxOpen) };
}

export function executionAnchor(executionId: string): string {
  return `execution-${executionId}`;
}

/** Returns the anchor of an open execution's error. */
export function errorAnchor(executionId: string): string {
  return `error-${executionId}`;
}
