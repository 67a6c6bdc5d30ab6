// Compares the requests of a run with those of the recorded run, call by call.
import type { InParts } from '../json/json-parts';
import { stringifyJsonInParts } from '../json/write-in-parts';
import type { LoggedRequest } from '../logged';
import { parseBodyInParts } from '../run/outcome';
import { takeOut } from './ignored-places';
import type { Difference } from '../versions/compare-values';
import { keyOfAttempt, type Played, type PlayedRequest, type RecordedAttempt } from './play-recording';

export interface RecordedRun {
  attempts: RecordedAttempt[];
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
}

/**
 * Lists the differences. `mine` is what was sent, `theirs` what would be sent; secrets are masked, and all masks are equal.
 * `ignored` are JSON paths into `{method, url, headers, body, connection}` that are left out of both. In parts: parsing and writing
 * a body of a megabyte takes a tenth of a second.
 */
export function* compareRequests(
  recorded: RecordedRun,
  { requests, end }: Played,
  ignored: readonly string[] = [],
): InParts<Difference[]> {
  const sent = new Map(recorded.attempts.map((attempt) => [keyOfAttempt(attempt), attempt]));
  const differences: Difference[] = [];
  for (const next of requests) {
    const former = sent.get(keyOfAttempt(next));
    if (!former) differences.push(differ(next, nothing, describeRequest(next.request)));
    else differences.push(...(yield* compareRequest(next, former.request, next.request, ignored)));
    yield;
  }
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

/** Compares the order of the requests, when both runs send the same ones. */
function compareOrder(sent: PlayedRequest[], next: PlayedRequest[]): Difference | undefined {
  const [former, later] = [sent, next].map((requests) => requests.map(keyOfAttempt));
  if (!former || !later || former.join() === later.join()) return undefined;
  if (former.toSorted().join() !== later.toSorted().join()) return undefined;
  const [mine, theirs] = [sent, next].map((requests) => requests.map(describePlace).join(', '));
  return { where: 'Requests', field: 'Order', mine: mine ?? '', theirs: theirs ?? '' };
}

function* compareRequest(
  about: PlayedRequest,
  sent: LoggedRequest,
  next: LoggedRequest,
  ignored: readonly string[],
): InParts<Difference[]> {
  const differences: Difference[] = [];
  const note = (field: string, mine: string, theirs: string) => {
    if (mine !== theirs) differences.push(differ(about, mine, theirs, field));
  };
  // Equal bodies stay equal whatever is left out of them, so they need not be read.
  const isSameBody = sent.body === next.body;
  const before = yield* readParts(isSameBody ? { ...sent, body: '' } : sent, ignored);
  const after = yield* readParts(isSameBody ? { ...next, body: '' } : next, ignored);
  note('Method', before.method, after.method);
  note('URL', before.url, after.url);
  for (const name of new Set([...Object.keys(before.headers), ...Object.keys(after.headers)])) {
    note(`Header ${name}`, before.headers[name] ?? none, after.headers[name] ?? none);
  }
  // When only one side has a connection, headers or the URL show the difference.
  if (before.connection && after.connection) note('Connection', before.connection, after.connection);
  note('Body', yield* spellBody(before.body), yield* spellBody(after.body));
  return differences;
}

interface RequestParts {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** The connection. Two connections may add the same masked headers: this tells them apart. */
  connection: string | undefined;
}

/** Reads the parts of a request; the places in `ignored` are emptied. */
function* readParts(
  { method, url, headers, body, connection: label }: LoggedRequest,
  ignored: readonly string[],
): InParts<RequestParts> {
  const connection = label === undefined ? undefined : describeConnection(label);
  const parts: Partial<RequestParts> = {
    method,
    url,
    headers: joinHeaders(headers),
    body: yield* readBody(body),
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

/** Describes a connection without its token, which may differ in each run. */
function describeConnection(label: string): string {
  return label.replace(/, token( until [\d:]+ UTC)?\)$/, ')');
}

const none = 'None';
const ownKey = '(made by the execution)';

/** Matches a generated key: it begins with the execution's id, and in a replay earlier calls have another execution's id. */
const madeKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\./;

/** Joins headers by their names in lower case (RFC 9110 §5.3). */
function joinHeaders(headers: LoggedRequest['headers']): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    const shown = key === 'idempotency-key' && madeKey.test(value) ? ownKey : value;
    joined.set(key, before === undefined ? shown : `${before}, ${shown}`);
  }
  // The date differs in every run.
  joined.delete('date');
  return Object.fromEntries(joined);
}

/** Parses JSON, which is compared by its values. */
function* readBody(body: string): InParts<unknown> {
  return /^\s*[[{]/.test(body) ? yield* parseBodyInParts(body) : body;
}

/** Spells a body; JSON is indented. */
function* spellBody(body: unknown): InParts<string> {
  if (typeof body === 'string') return body;
  return body === undefined ? '' : yield* stringifyJsonInParts(body, { space: 2 });
}
