// A call that is repeated: each page, or try, is a step of its own, with its own attempts and waits. What one found is kept with
// its step, so that a run which is taken up again asks for nothing twice.
import { describeCondition } from '../conditions/condition';
import type { ApiCall } from '../definition/api-call';
import type { ChainCall } from '../chain/chain';
import type { PagesRepeat, Repeat, UntilRepeat } from '../definition/repeat';
import { type CallFinished, loggedValueLength, type ResponseRuling, type Telling } from '../events/event';
import { type Finished, findRestEnd, findStepState } from '../events/history';
import { isJsonLongerThan, measureJson } from '../json/json';
import { maskSecretsIn } from '../secrets/mask-secrets';
import { type CallResult, type Round, runCall } from './call-run';
import { addPage, type Page, type PagesBefore, readPage } from './next-page';
import { savedValueLength } from '../computed/kept-value';
import type { SendOutcome } from './outcome';
import { seemsFull } from './unnamed-page';
import type { CallRequest } from './request';
import { createResponseCheck } from './response-check';
import type { RunScope } from './run-scope';

/** Under which a step keeps what is no variable: no variable has such a name. */
const keptName = '#repeat';

/** What a step keeps: a page, or whether what was waited for is there. */
type Kept = Page | { isDone: boolean };

/** How a repeated call ended, its variables with it, and how many steps it took. */
export interface RepeatResult {
  result: CallResult;
  steps: number;
}

interface State {
  before: PagesBefore & { nexts: Set<string> };
  items: unknown[];
  /** The next page, as the one before named it. */
  next: string | undefined;
  /** When the last answer came. */
  answeredAt: number;
}

/** Sends a call until its list is over, or what it waits for is there. */
export async function* runRepeated(
  scope: RunScope,
  place: ChainCall,
  repeat: Repeat,
  step: number,
): Telling<RepeatResult> {
  const state: State = {
    before: { count: 0, items: 0, length: 0, nexts: new Set(), origin: '' },
    items: [],
    next: undefined,
    answeredAt: 0,
  };
  for (let page = 1; ; page += 1) {
    const at = step + page - 1;
    const isPast = findStepState(scope.past, at).kind === 'ended';
    const round = createRound(scope, place.call, repeat, state, page);
    const result = yield* runCall(scope, place, at, round);
    if (result.request && page === 1) state.before.origin = result.request.url;
    const kept = result.ending.kind === 'call-finished' ? findKept(result.ending) : undefined;
    if (kept && 'items' in kept) addItems(state, kept);
    // Items would say it again and again; each says it in its own log.
    if (kept && scope.item === undefined) scope.closing.notes.push(...listNotes(kept, place.name));
    if (!kept || isLast(kept, repeat, page)) return { result: collect(result, repeat, state), steps: page };
    const waitMs = repeat.kind === 'until' ? repeat.everySeconds * 1_000 : repeat.everyMs;
    if (isPast && result.ending.kind === 'call-finished') state.answeredAt = result.ending.endedAt ?? 0;
    // A runner that takes up the run behind it has waited; of the items of a loop each waits for its own time.
    if (waitMs > 0 && (!isPast || (scope.item !== undefined && !scope.past.has(at + 1)))) {
      const rest = { since: state.answeredAt, ms: waitMs };
      const until = isPast ? findRestEnd(rest, scope.ports.now()) : rest.since + rest.ms;
      yield { kind: 'wait-scheduled', step: at + 1, until, why: 'repeat' };
    }
  }
}

function isLast(kept: Kept, repeat: Repeat, page: number): boolean {
  if ('items' in kept) return kept.next === null;
  return kept.isDone || (repeat.kind === 'until' && page >= repeat.maxTries);
}

/** What is said of the whole run, also of one that is taken up again. */
function listNotes(kept: Kept, callName: string): string[] {
  if (!('items' in kept) || kept.unnamed === undefined || !seemsFull(kept.items.length)) return [];
  const count = kept.items.length.toLocaleString('en');
  return [`${callName}: only the first page was read, with ${count} items. ${kept.unnamed}`];
}

function addItems(state: State, page: Page): void {
  const { before, items } = state;
  for (const item of page.items) items.push(item);
  state.next = page.next ?? undefined;
  before.count += 1;
  before.items += page.items.length;
  before.length += measureJson(page.items, savedValueLength);
  if (page.next !== null) before.nexts.add(page.next);
}

/** The page that a step keeps, if it is one. */
export function findPage(finished: Finished): Page | undefined {
  const kept = findKept(finished);
  return kept && 'items' in kept ? kept : undefined;
}

function findKept({ saved }: Pick<Finished, 'saved'>): Kept | undefined {
  return saved.find(([name]) => name === keptName)?.[1] as Kept | undefined;
}

/** What a run continues with: the list of all pages in the place of what each of them kept. */
function collect(result: CallResult, repeat: Repeat, { items }: State): CallResult {
  const { ending } = result;
  if (ending.kind !== 'call-finished') return result;
  return { ...result, ending: { ...ending, saved: listGained(ending, repeat, items) } };
}

function listGained(
  { saved }: Pick<Finished, 'saved'>,
  repeat: Repeat,
  items: unknown[],
): CallFinished['saved'] {
  const gained = saved.filter(([name]) => name !== keptName);
  if (repeat.kind === 'pages') gained.push([repeat.saveAs, items]);
  return gained;
}

/** The list of all pages with the last one, and nothing further with the last try; also where a rule leads away. */
function learn(
  settled: CallFinished,
  repeat: Repeat,
  { items }: State,
  page: number,
): CallFinished['saved'] | undefined {
  const kept = findKept(settled);
  if (kept && !isLast(kept, repeat, page)) return undefined;
  if (repeat.kind !== 'pages') return [];
  return [[repeat.saveAs, kept && 'items' in kept ? [...items, ...kept.items] : items]];
}

function createRound(scope: RunScope, call: ApiCall, repeat: Repeat, state: State, page: number): Round {
  const { next } = state;
  const isAddress = repeat.kind === 'pages' && (repeat.next.by === 'link' || repeat.next.by === 'url');
  return {
    page,
    call: isAddress && next !== undefined ? { ...call, url: next } : call,
    change: (request) =>
      repeat.kind === 'pages' ? addPage(repeat, request, next) : { kind: 'request', request },
    settle(finished, outcome, request) {
      state.answeredAt = outcome.answeredAt;
      return repeat.kind === 'pages'
        ? settlePage(scope, { call, repeat, state }, finished, { outcome, request })
        : settleTry(scope, repeat, finished, outcome);
    },
    learn: (settled) => learn(settled, repeat, state, page),
  };
}

function settlePage(
  scope: RunScope,
  { call, repeat, state }: { call: ApiCall; repeat: PagesRepeat; state: State },
  finished: CallFinished,
  { outcome, request }: { outcome: SendOutcome; request: CallRequest },
): CallFinished {
  // Rules that go on from a failure end the list there.
  if (outcome.kind === 'failure' || finished.outcome === 'error') return finished;
  const { before } = state;
  const { allowedHosts } = call;
  const reading = readPage(repeat, outcome, { url: request.url, before, allowedHosts });
  if (reading.kind === 'wrong') return fail(scope, finished, reading.message);
  const { page } = reading;
  const saved: CallFinished['saved'] = [...finished.saved, [keptName, page]];
  if (page.next !== null) return { ...finished, saved };
  const items = [...state.items, ...page.items];
  const pages = before.count + 1;
  const counts = `${items.length.toLocaleString('en')} items of ${pages === 1 ? 'one page' : `${pages} pages`}`;
  const extraction = {
    variableName: repeat.saveAs,
    jsonPath: repeat.items,
    type: 'array',
    success: true,
    ...(!isJsonLongerThan(items, loggedValueLength) && {
      value: maskSecretsIn(items, scope.secrets.maskSecrets),
    }),
    message: describePages(counts, page),
  };
  return { ...finished, saved, extractions: [...finished.extractions, extraction] };
}

function describePages(counts: string, { bound, unnamed }: Page): string {
  const bounded = bound === null ? counts : `${counts}, ${bound}`;
  return unnamed === undefined ? bounded : `${bounded}. ${unnamed}`;
}

async function settleTry(
  scope: RunScope,
  { conditions, maxTries, onGiveUp }: UntilRepeat,
  finished: CallFinished,
  outcome: SendOutcome,
): Promise<CallFinished> {
  const isDone = await createResponseCheck(outcome, scope.ports.rest).holds(conditions);
  const kept: CallFinished = { ...finished, saved: [...finished.saved, [keptName, { isDone }]] };
  if (isDone || (finished.page ?? 1) < maxTries) return kept;
  const awaited = conditions.map(describeCondition).join(' and ');
  const message = `After ${maxTries} ${maxTries === 1 ? 'try' : 'tries'} it did not hold that ${awaited}`;
  const failed = fail(scope, finished, message);
  if (onGiveUp === 'error') return failed;
  const { answeredAt } = outcome;
  return { ...failed, saved: kept.saved, ruling: { ...(finished.ruling ?? goingOn), answeredAt } };
}

/** No rule is asked about a page that nothing can be made of. */
function fail({ secrets }: RunScope, finished: CallFinished, message: string): CallFinished {
  const errorMessage = secrets.maskSecrets(message);
  return { ...finished, outcome: 'error', errorMessage, saved: [], ruling: null };
}

const goingOn: ResponseRuling = {
  action: 'continue',
  matchedStatusCode: null,
  delayMs: null,
  notificationEmail: null,
  answeredAt: null,
  hasRetryConfig: false,
  hasWebhookURL: false,
};
