// What a run would send otherwise than the recorded one did, call by call.
import { stringifyJson } from '../json/json';
import type { LoggedRequest } from '../logged';
import { parseBody } from '../run/outcome';
import type { Difference } from '../versions/compare-values';
import { keyOfAttempt, type Played, type PlayedRequest, type RecordedAttempt } from './play-recording';

export interface RecordedRun {
  attempts: RecordedAttempt[];
  status: 'completed' | 'error' | 'cancelled';
}

/** `mine` is what was sent, `theirs` what would be; secrets are masked, and masks are alike. */
export function compareRequests(recorded: RecordedRun, { requests, end }: Played): Difference[] {
  const sent = new Map(recorded.attempts.map((attempt) => [keyOfAttempt(attempt), attempt]));
  const differences = requests.flatMap((next): Difference[] => {
    const former = sent.get(keyOfAttempt(next));
    if (!former) return [differ(next, nothing, describeRequest(next.request))];
    return compareRequest(next, former.request, next.request);
  });
  if (end.kind !== 'ended') return differences;
  const asked = new Set(requests.map(keyOfAttempt));
  const left = recorded.attempts.filter((attempt) => !asked.has(keyOfAttempt(attempt)));
  differences.push(...left.map((each) => differ(each, describeRequest(each.request), nothing)));
  if (recorded.status !== end.status) {
    const theirs = end.errorMessage === null ? end.status : `${end.status}: ${end.errorMessage}`;
    differences.push({ where: 'End', field: 'Status', mine: recorded.status, theirs });
  }
  return differences;
}

const nothing = 'Not sent';

function differ(about: PlayedRequest, mine: string, theirs: string, field = 'Request'): Difference {
  return { where: describePlace(about), field, mine, theirs };
}

function describePlace({ source, callName, page, attempt }: PlayedRequest): string {
  const call = page === undefined ? `Call “${callName}”` : `Call “${callName}”, page ${page}`;
  const what = source === 'rule' ? `${call}, notice` : call;
  return attempt === 1 ? what : `${what}, attempt ${attempt}`;
}

function describeRequest({ method, url }: LoggedRequest): string {
  return `${method} ${url}`;
}

function compareRequest(about: PlayedRequest, former: LoggedRequest, next: LoggedRequest): Difference[] {
  const differences: Difference[] = [];
  const note = (field: string, mine: string, theirs: string) => {
    if (mine !== theirs) differences.push(differ(about, mine, theirs, field));
  };
  note('Method', former.method, next.method);
  note('URL', former.url, next.url);
  const [before, after] = [former, next].map(({ headers }) => joinHeaders(headers));
  for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    note(`Header ${name}`, before?.get(name) ?? none, after?.get(name) ?? none);
  }
  const [bodyBefore, bodyAfter] = [former.body, next.body].map(normalizeBody);
  note('Body', bodyBefore ?? '', bodyAfter ?? '');
  return differences;
}

const none = 'None';

/** By their names in lower case; those of one name together (RFC 9110 §5.3). */
function joinHeaders(headers: LoggedRequest['headers']): Map<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return joined;
}

/** JSON is compared by what it says, and shown on lines of its own. */
function normalizeBody(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  const parsed = parseBody(body);
  return typeof parsed === 'string' ? body : stringifyJson(parsed, 2);
}
