// Runs a repeated call: each page, or try, is a step of its own, with its own attempts and waits. Its result is kept with its
// step, so that a resumed run requests nothing twice.
import { formatCount } from '../texts/format-count';
import { describeCondition } from '../conditions/condition';
import type { ApiCall } from '../definition/api-call';
import type { ChainCall } from '../chain/chain';
import type { PagesRepeat, Repeat, UntilRepeat } from '../definition/repeat';
import { readRetryAfter } from '../definition/retry';
import {
  type CallFinished,
  loggedValueLength,
  type ResponseRuling,
  type EventGenerator,
} from '../events/event';
import { type Finished, findRestEnd, findStepState } from '../events/history';
import { isJsonLongerThan } from '../json/json';
import { atOnce, type InParts } from '../json/json-parts';
import { measureJsonInParts } from '../json/measure-in-parts';
import { maskSecretsIn } from '../secrets/mask-secrets';
import { type CallResult, type Round, runCall } from './call-run';
import { addPage, type ResponsePage, type PagesBefore, readPage } from './next-page';
import { savedValueLength } from '../computed/saved-value';
import type { SendOutcome } from './outcome';
import { seemsFull } from './missing-next-page';
import type { CallRequest } from './request';
import { createResponseCheck } from './response-check';
import { leadsAway } from './rule-branch';
import type { RunScope } from './run-scope';

/** The name under which a step keeps a value that is not a variable; no variable can have this name. */
const keptName = '#repeat';

/** What a step keeps: a page, or whether the conditions of the repeat hold. */
type Kept = ResponsePage | { isDone: boolean };

/** The end of a repeated call with its variables, and the number of steps that it took. */
interface RepeatResult {
  result: CallResult;
  steps: number;
}

interface State {
  before: PagesBefore & { nexts: Set<string> };
  items: unknown[];
  /** The page that was read last, with the length of its items as JSON; a resumed run has not read those that are kept. */
  read: { page: ResponsePage; length: number } | undefined;
  /** The next page, as the page before named it. */
  next: string | undefined;
  /** The time of the last answer, in milliseconds since 1970. */
  answeredAt: number;
  /** How long the last answer asks to wait before the next try, in milliseconds; 0 for an answer before a resume. */
  restMs: number;
}

/** Sends a call until its list is over, or its conditions hold, or its tries are used up. */
export async function* runRepeated(
  scope: RunScope,
  place: ChainCall,
  repeat: Repeat,
  step: number,
): EventGenerator<RepeatResult> {
  const { inTurns = atOnce } = scope.ports;
  const state: State = {
    before: { count: 0, items: 0, length: 0, nexts: new Set(), origin: '' },
    items: [],
    read: undefined,
    next: undefined,
    answeredAt: 0,
    restMs: 0,
  };
  for (let page = 1; ; page += 1) {
    const at = step + page - 1;
    const isPast = findStepState(scope.past, at).kind === 'ended';
    const round = createRound(scope, place.call, { repeat, state, page });
    const result = yield* runCall(scope, place, at, round);
    if (result.request && page === 1) state.before.origin = result.request.url;
    const kept = result.ending.kind === 'call-finished' ? findKept(result.ending) : undefined;
    if (kept && 'items' in kept) await inTurns(addItems(state, kept));
    // A note for each item would fill the log; each item has it in its own extraction.
    if (kept && scope.item === undefined) {
      scope.closing.notes.push(...listNotes(kept, place.name, state.before.origin));
    }
    if (!kept || isLast(kept, repeat, page)) return { result: collect(result, repeat, state), steps: page };
    const waitMs =
      repeat.kind === 'until' ? Math.max(repeat.everySeconds * 1_000, state.restMs) : repeat.everyMs;
    if (isPast && result.ending.kind === 'call-finished') state.answeredAt = result.ending.endedAt ?? 0;
    // A runner that resumes the run here has waited. In a loop, each item waits for its own time.
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

/** Lists the notes for the end of the run. A resumed run lists them again. */
function listNotes(kept: Kept, callName: string, url: string): string[] {
  if (!('items' in kept) || kept.unnamed === undefined || !seemsFull(kept.items.length, url)) return [];
  const count = formatCount(kept.items.length);
  return [`${callName}: only the first page was read, with ${count} items. ${kept.unnamed}`];
}

function* addItems(state: State, page: ResponsePage): InParts<void> {
  const { before, items, read } = state;
  for (const item of page.items) items.push(item);
  state.next = page.next ?? undefined;
  before.count += 1;
  before.items += page.items.length;
  before.length +=
    read?.page === page ? read.length : yield* measureJsonInParts(page.items, savedValueLength);
  if (page.next !== null) before.nexts.add(page.next);
}

/** Returns the page that a step keeps, if it keeps one. */
export function findPage(finished: Finished): ResponsePage | undefined {
  const kept = findKept(finished);
  return kept && 'items' in kept ? kept : undefined;
}

function findKept({ saved }: Pick<Finished, 'saved'>): Kept | undefined {
  return saved.find(([name]) => name === keptName)?.[1] as Kept | undefined;
}

/** Returns the call's end with the list of all pages in place of what each page kept. */
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

/** Returns the list of all pages with the last page, and nothing with the last try, also when a rule leads away. */
function listGainedByRound(
  finished: CallFinished,
  repeat: Repeat,
  { items }: State,
  page: number,
): CallFinished['saved'] | undefined {
  const kept = findKept(finished);
  if (kept && !isLast(kept, repeat, page)) return undefined;
  if (repeat.kind !== 'pages') return [];
  return [[repeat.saveAs, kept && 'items' in kept ? [...items, ...kept.items] : items]];
}

/** Describes the `page`-th call of a repeated call, counted from 1. */
function createRound(
  scope: RunScope,
  call: ApiCall,
  { repeat, state, page }: { repeat: Repeat; state: State; page: number },
): Round {
  const { next } = state;
  const isAddress = repeat.kind === 'pages' && (repeat.next.by === 'link' || repeat.next.by === 'url');
  return {
    page,
    call: isAddress && next !== undefined ? { ...call, url: next } : call,
    change: (request) =>
      repeat.kind === 'pages' ? addPage(repeat, request, next) : { kind: 'request', request },
    async finish(finished, outcome, request) {
      state.answeredAt = outcome.answeredAt;
      state.restMs =
        outcome.kind === 'response' ? readRetryAfter(outcome.headers, outcome.answeredAt, outcome) : 0;
      if (repeat.kind === 'pages') {
        return addPageItems(scope, { call, repeat, state }, finished, { outcome, request });
      }
      // A rule that leads away ends the tries.
      return leadsAway(finished) ? finished : judgeTry(scope, repeat, finished, outcome);
    },
    listGained: (finished) => listGainedByRound(finished, repeat, state, page),
  };
}

async function addPageItems(
  scope: RunScope,
  { call, repeat, state }: { call: ApiCall; repeat: PagesRepeat; state: State },
  finished: CallFinished,
  { outcome, request }: { outcome: SendOutcome; request: CallRequest },
): Promise<CallFinished> {
  // A rule that goes on from a failure ends the list there.
  if (outcome.kind === 'failure' || finished.outcome === 'error') return finished;
  const { before } = state;
  const { allowedHosts } = call;
  const { inTurns = atOnce } = scope.ports;
  const isLeft = leadsAway(finished);
  const reading = await inTurns(
    readPage(repeat, outcome, { url: request.url, before, allowedHosts, isLast: isLeft }),
  );
  if (reading.kind === 'wrong') {
    if (!isLeft) return fail(scope, finished, reading.message);
    // The rule has decided how the run goes on: an answer that is no page adds no items, and the log says why.
    const message = scope.secrets.maskSecrets(reading.message);
    const without = { variableName: repeat.saveAs, jsonPath: repeat.items, type: 'missing', success: false };
    return { ...finished, extractions: [...finished.extractions, { ...without, message }] };
  }
  const { page } = reading;
  state.read = reading;
  const saved: CallFinished['saved'] = [...finished.saved, [keptName, page]];
  // The variables are those of the last page: an earlier one saves none, and lacks none.
  if (page.next !== null) return { ...finished, saved, extractions: [] };
  const items = [...state.items, ...page.items];
  const pages = before.count + 1;
  const counts = `${formatCount(items.length)} items of ${pages === 1 ? 'one page' : `${pages} pages`}`;
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

function describePages(counts: string, { bound, unnamed }: ResponsePage): string {
  const bounded = bound === null ? counts : `${counts}, ${bound}`;
  return unnamed === undefined ? bounded : `${bounded}. ${unnamed}`;
}

async function judgeTry(
  scope: RunScope,
  { conditions, maxTries, onGiveUp }: UntilRepeat,
  finished: CallFinished,
  outcome: SendOutcome,
): Promise<CallFinished> {
  const isDone = await createResponseCheck(outcome, scope.ports).holds(conditions);
  const kept: CallFinished = { ...finished, saved: [...finished.saved, [keptName, { isDone }]] };
  if (isDone) return kept;
  if ((finished.page ?? 1) < maxTries) return { ...kept, extractions: [] };
  const awaited = conditions.map(describeCondition).join(' and ');
  const message = `After ${maxTries} ${maxTries === 1 ? 'try' : 'tries'} it did not hold that ${awaited}`;
  const failed = fail(scope, finished, message);
  if (onGiveUp === 'error') return failed;
  const { answeredAt } = outcome;
  return { ...failed, saved: kept.saved, ruling: { ...(finished.ruling ?? goingOn), answeredAt } };
}

/** Fails the call. No rule is consulted about a page that cannot be read. */
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
