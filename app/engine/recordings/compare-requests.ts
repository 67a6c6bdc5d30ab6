// How the requests of a run differ from those of the recorded run, call by call.
import { stringifyJson } from '../json/json';
import type { LoggedRequest } from '../logged';
import { parseBody } from '../run/outcome';
import { takeOut } from './ignored-places';
import type { Difference } from '../versions/compare-values';
import { keyOfAttempt, type Played, type PlayedRequest, type RecordedAttempt } from './play-recording';

export interface RecordedRun {
  attempts: RecordedAttempt[];
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
}

/**
 * `mine` is what was sent, `theirs` what would be; secrets are masked, and masks are alike. `ignored` are JSON paths into
 * `{method, url, headers, body, connection}` that are left out of both.
 */
export function compareRequests(
  recorded: RecordedRun,
  { requests, end }: Played,
  ignored: readonly string[] = [],
): Difference[] {
  const sent = new Map(recorded.attempts.map((attempt) => [keyOfAttempt(attempt), attempt]));
  const differences = requests.flatMap((next): Difference[] => {
    const former = sent.get(keyOfAttempt(next));
    if (!former) return [differ(next, nothing, describeRequest(next.request))];
    return compareRequest(next, former.request, next.request, ignored);
  });
  if (end.kind !== 'ended') return differences;
  const asked = new Set(requests.map(keyOfAttempt));
  const left = recorded.attempts.filter((attempt) => !asked.has(keyOfAttempt(attempt)));
  differences.push(...left.map((each) => differ(each, describeRequest(each.request), nothing)));
  const order = compareOrder(recorded.attempts, requests);
  if (order) differences.push(order);
  const [mine, theirs] = [recorded, end].map(describeEnd);
  if (mine !== theirs)
    differences.push({ where: 'End', field: 'Status', mine: mine ?? '', theirs: theirs ?? '' });
  return differences;
}

function describeEnd({ status, errorMessage }: Pick<RecordedRun, 'status' | 'errorMessage'>): string {
  return errorMessage === null ? status : `${status}: ${errorMessage}`;
}

const nothing = 'Not sent';

function differ(about: PlayedRequest, mine: string, theirs: string, field = 'Request'): Difference {
  return { where: describePlace(about), field, mine, theirs };
}

function describePlace({ source, callName, item, page, attempt }: PlayedRequest): string {
  const places = [
    `Call “${callName}”`,
    ...(item === undefined ? [] : [`item ${item}`]),
    ...(page === undefined ? [] : [`page ${page}`]),
  ];
  const call = places.join(', ');
  const what = source === 'rule' ? `${call}, notice` : call;
  return attempt === 1 ? what : `${what}, attempt ${attempt}`;
}

function describeRequest({ method, url }: LoggedRequest): string {
  return `${method} ${url}`;
}

/** Of runs that send the same requests: whether they send them one after the other in the same way. */
function compareOrder(sent: PlayedRequest[], next: PlayedRequest[]): Difference | undefined {
  const [former, later] = [sent, next].map((requests) => requests.map(keyOfAttempt));
  if (!former || !later || former.join() === later.join()) return undefined;
  if (former.toSorted().join() !== later.toSorted().join()) return undefined;
  const [mine, theirs] = [sent, next].map((requests) => requests.map(describePlace).join(', '));
  return { where: 'Requests', field: 'Order', mine: mine ?? '', theirs: theirs ?? '' };
}

function compareRequest(
  about: PlayedRequest,
  sent: LoggedRequest,
  next: LoggedRequest,
  ignored: readonly string[],
): Difference[] {
  const differences: Difference[] = [];
  const note = (field: string, mine: string, theirs: string) => {
    if (mine !== theirs) differences.push(differ(about, mine, theirs, field));
  };
  const [before, after] = [readParts(sent, ignored), readParts(next, ignored)];
  note('Method', before.method, after.method);
  note('URL', before.url, after.url);
  for (const name of new Set([...Object.keys(before.headers), ...Object.keys(after.headers)])) {
    note(`Header ${name}`, before.headers[name] ?? none, after.headers[name] ?? none);
  }
  // Without a connection on one side, headers or the URL tell the difference.
  if (before.connection && after.connection) note('Connection', before.connection, after.connection);
  note('Body', spellBody(before.body), spellBody(after.body));
  return differences;
}

interface RequestParts {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** Two may put the same masked headers in the same places: this tells them apart. */
  connection: string | undefined;
}

/** What `ignored` names is as good as empty. */
function readParts(
  { method, url, headers, body, connection: label }: LoggedRequest,
  ignored: readonly string[],
): RequestParts {
  const connection = label === undefined ? undefined : describeConnection(label);
  const parts: Partial<RequestParts> = {
    method,
    url,
    headers: joinHeaders(headers),
    body: readBody(body),
    connection,
  };
  takeOut(parts, ignored);
  return {
    method: parts.method ?? '',
    url: parts.url ?? '',
    headers: parts.headers ?? {},
    body: parts.body,
    connection: parts.connection,
  };
}

/** Without the token, of which each run may have another. */
function describeConnection(label: string): string {
  return label.replace(/, token( until [\d:]+ UTC)?\)$/, ')');
}

const none = 'None';
const ownKey = '(made by the execution)';

/** Keys that are made for each attempt begin with the execution's id: of a replay the calls before it have another one's. */
const madeKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\./;

/** By their names in lower case; those of one name together (RFC 9110 §5.3). */
function joinHeaders(headers: LoggedRequest['headers']): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    const shown = key === 'idempotency-key' && madeKey.test(value) ? ownKey : value;
    joined.set(key, before === undefined ? shown : `${before}, ${shown}`);
  }
  // Clocks differ, and so would every run.
  joined.delete('date');
  return Object.fromEntries(joined);
}

/** JSON is compared by what it says. */
function readBody(body: string): unknown {
  return /^\s*[[{]/.test(body) ? parseBody(body) : body;
}

/** JSON on lines of its own. */
function spellBody(body: unknown): string {
  return typeof body === 'string' ? body : body === undefined ? '' : stringifyJson(body, 2);
}
