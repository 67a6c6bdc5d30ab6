// Runs the wait before a call: the run is released until the wait is over, and holds no runner meanwhile. The wait is a step of
// its own, before the check that precedes the call, so that the check sees the latest values.
import { readTime } from '../comparing/compared-value';
import {
  type AnswerValue,
  type AnswerWait,
  type CallWait,
  describeSeconds,
  listAnswerChoices,
  makeSampleAnswer,
  nameWaitText,
  waitBounds,
} from '../definition/call-wait';
import { maskExtraction } from '../computed/saved-value';
import type { ChainCall, ChainItem } from '../chain/chain';
import type { CallFinished, CallRefused, EventGenerator } from '../events/event';
import { findPast } from '../events/history';
import type { LoggedWaitAnswer, WaitBegun, WaitOutcome } from '../events/wait-event';
import { stringifyJson } from '../json/json';
import { atOnce } from '../json/json-parts';
import { typeOfJson } from '../json/value-text';
import type { Extraction } from '../logged';
import { findEmptyPlaceholder } from '../placeholders/empty-placeholder';
import { type Expression, listReferences } from '../placeholders/expression-pattern';
import { renderTemplate } from '../placeholders/fill-template';
import { showPlaceholder } from '../placeholders/placeholder';
import type { Variables } from '../placeholders/reference';
import { refuse, type Refused } from '../placeholders/refused';
import { answerFact, runName } from '../run-facts';
import { listCallValues } from '../values/value-references';
import { addValues, listShown } from '../values/value-use';
import type { GivenWaitAnswer } from './ports';
import { describeRefusal, type RunScope } from './run-scope';
import { truncate } from '../texts/truncate';

/** The clocks of servers that share one database file differ by less than this. */
const toleranceMs = 60_000;

/** Waits before a call. Returns the refusal of the call, when the end of the wait is unknown or nobody answered. */
export async function* waitBefore(
  scope: RunScope,
  { call, name }: ChainCall,
  wait: CallWait,
  step: number,
): EventGenerator<CallRefused | undefined> {
  const { past, ports } = scope;
  if (wait.kind === 'answer') {
    const render = (text: string) => renderWaitText(scope, call, wait, text);
    return yield* waitForAnswer(scope, { call, name }, wait, { step, render });
  }
  if (findPast(past, step, 'wait-ended')) return undefined;
  const about = { step, callId: call.id, callName: name };
  const before = findPast(past, step, 'wait-begun');
  let begun: Begun;
  if (before) begun = before;
  else {
    const beganAt = ports.now();
    const found = await findUntil(scope, call, wait, beganAt);
    if (found.kind === 'refused') return yield* refuseCall(scope, about, found);
    const { until } = found;
    const event = { kind: 'wait-begun', step, beganAt, until } as const;
    begun = event;
    if (until > beganAt && !scope.skipsWaits) yield { ...about, ...event };
  }
  while (!scope.skipsWaits && !begun.isContinued && ports.now() < begun.until) {
    const anew = wait.kind === 'duration' ? beginAnew(begun, ports.now()) : undefined;
    if (anew) {
      begun = { ...begun, ...anew };
      yield { ...about, kind: 'wait-begun', step, ...anew, isAnew: true };
    }
    yield { kind: 'wait-scheduled', step, until: begun.until, why: 'wait' };
  }
  const { beganAt, until, isContinued } = begun;
  const at = ports.now();
  const early = scope.skipsWaits ? 'skipped' : isContinued ? 'continued' : 'over';
  const outcome = until > at ? early : 'over';
  yield { ...about, kind: 'wait-ended', beganAt, until, outcome, at };
  return undefined;
}

/**
 * Returns the wait for a while from now on, when it began at a time that is still to come: the clock was set back since. Nobody
 * knows how much of it had passed, so it begins anew: it is never shorter than planned, and longer by what had passed at most.
 */
function beginAnew(
  { beganAt, until }: { beganAt: number; until: number },
  now: number,
): { beganAt: number; until: number } | undefined {
  return beganAt > now + toleranceMs ? { beganAt: now, until: now + (until - beganAt) } : undefined;
}

async function findUntil(
  scope: RunScope,
  call: ChainCall['call'],
  wait: Exclude<CallWait, { kind: 'answer' }>,
  now: number,
): Promise<{ kind: 'until'; until: number } | Refused> {
  if (wait.kind === 'duration') return { kind: 'until', until: now + wait.seconds * 1000 };
  const rendered = await renderWaitText(scope, call, wait, wait.at);
  if (rendered.kind === 'refused') return rendered;
  const text = rendered.text.trim();
  const until = readTime(text);
  // Masked before it is cut, because the beginning of a secret would not be recognised.
  const shown = truncate(scope.secrets.maskSecrets(text), 100);
  if (until === undefined) return refuseTime(shown, findEmptyPlaceholder(wait.at, rendered.variables));
  if (until - now > waitBounds.max * 1000) {
    return { kind: 'refused', message: `The time to wait until, ${shown}, is more than 30 days ahead.` };
  }
  return { kind: 'until', until };
}

/** Refuses a text that is no time, with the placeholder that is the reason when it is empty. */
function refuseTime(shown: string, empty: Expression | undefined): Refused {
  const problem = shown ? `“${shown}” is no time to wait until` : 'There is no time to wait until';
  if (!empty) return { kind: 'refused', message: `${problem}. Write one like 2026-01-05T12:00:00Z.` };
  const message = `${problem}, since ${showPlaceholder(empty.source)} is empty.`;
  const hasDefault = empty.filters.some(({ name }) => name === 'default');
  const [unfilled] = listReferences({ ...empty, filters: [] });
  return { kind: 'refused', message, ...(!hasDefault && unfilled && { unfilled }) };
}

/**
 * Renders a text of a wait; secret values of the organization are not available to it. `variables`: those that it was filled in
 * with.
 */
async function renderWaitText(
  { variables, secrets, readValues, ports: { inTurns = atOnce } }: RunScope,
  call: ChainCall['call'],
  wait: CallWait,
  template: string,
): Promise<{ kind: 'text'; text: string; variables: Variables } | Refused> {
  const names = listCallValues(call);
  const values = names.length > 0 ? await readValues(names) : [];
  const all = addValues(variables, listShown(values));
  const rendered = renderTemplate(template, all, 'text');
  if (rendered.kind !== 'text') return refuse(rendered, nameWaitText(wait));
  await inTurns(secrets.addFiltered([template], variables));
  return { ...rendered, variables: all };
}

// A wait for an answer, which may come before the run reaches the wait. The answer's value is a variable. A test takes the
// first choice, so that it shows what is sent when all goes well.

/** The most characters of an answer's body that the log keeps. */
const loggedLength = 2_000;

interface Place {
  step: number;
  /** Renders the message. */
  render: (text: string) => ReturnType<typeof renderWaitText>;
}

type Begun = Pick<WaitBegun, 'beganAt' | 'until' | 'asks'> & { isContinued?: true };

/** See `waitBefore`. A timeout refuses the call in a step of its own, unless the run is to continue. */
async function* waitForAnswer(
  scope: RunScope,
  { call, name }: Pick<ChainCall, 'call' | 'name'>,
  wait: AnswerWait,
  { step, render }: Place,
): EventGenerator<CallRefused | undefined> {
  const { past, ports } = scope;
  const about = { step, callId: call.id, callName: name };
  const readAnswer = async () => ports.readAnswer?.(call.id);
  const ended = findPast(past, step, 'wait-ended');
  if (ended) return yield* goOn(ended);
  let begun: Begun | undefined = findPast(past, step, 'wait-begun');
  let given = await readAnswer();
  if (!begun) {
    const message = await render(wait.message ?? '');
    if (message.kind === 'refused') return yield* refuseCall(scope, about, message);
    const beganAt = ports.now();
    const asks = {
      message: scope.secrets.maskSecrets(message.text.trim()),
      choices: listAnswerChoices(wait),
    };
    begun = { beganAt, until: beganAt + wait.seconds * 1000, asks };
    if (!given && !scope.skipsWaits) yield { ...about, kind: 'wait-begun', ...begun };
  }
  while (!given && !scope.skipsWaits && !begun.isContinued && !isTooLate(begun, ports.now())) {
    yield { kind: 'wait-scheduled', step, until: begun.until, why: 'wait', answerTo: call.id };
    given = await readAnswer();
  }
  // An answer that came before the timeout has been stored, and counts.
  given ??= await readAnswer();
  const outcome = findOutcome(given, begun, scope);
  const value = outcome === 'skipped' ? makeSampleAnswer(wait) : (given?.value ?? noAnswer(begun));
  const saved: CallFinished['saved'] = wait.saveAs ? [[wait.saveAs, value]] : [];
  const answer = given && logAnswer(given, scope);
  const { beganAt, until, asks } = begun;
  const at = ports.now();
  const end = { kind: 'wait-ended', beganAt, until, outcome, at, saved } as const;
  const extractions = describeSaved(saved, scope);
  yield { ...about, ...end, extractions, ...(asks && { asks }), ...(answer && { answer }) };
  return yield* goOn(end);

  async function* goOn({
    outcome: how,
    saved: kept = [],
  }: {
    outcome?: WaitOutcome;
    saved?: CallFinished['saved'];
  }): EventGenerator<CallRefused | undefined> {
    for (const [variable, each] of kept) scope.variables.set(variable, each);
    if (how !== 'timeout' || wait.onTimeout === 'continue') return undefined;
    const message = `Nobody answered within ${describeSeconds(wait.seconds)}.`;
    return yield* refuseCall(scope, { ...about, step: step + 1 }, { kind: 'refused', message });
  }
}

async function* refuseCall(
  scope: RunScope,
  about: Pick<CallRefused, 'step' | 'callId' | 'callName'>,
  reason: Refused,
): EventGenerator<CallRefused> {
  const errorMessage = describeRefusal(scope, reason);
  const refused = { ...about, kind: 'call-refused', source: 'chain', errorMessage } as const;
  yield refused;
  return refused;
}

function findOutcome(
  given: GivenWaitAnswer | undefined,
  { isContinued }: Begun,
  { skipsWaits }: RunScope,
): 'answered' | 'skipped' | 'continued' | 'timeout' {
  if (given) return given.value.outcome;
  if (skipsWaits) return 'skipped';
  return isContinued ? 'continued' : 'timeout';
}

/** Checks for the timeout. A wait begun by a clock that was far ahead would last too long, so it is over as well. */
function isTooLate({ until }: Begun, now: number): boolean {
  return now >= until || until - now > waitBounds.max * 1000 + toleranceMs;
}

function noAnswer({ isContinued }: Begun): AnswerValue {
  return {
    outcome: isContinued ? 'continued' : 'timeout',
    choice: null,
    comment: '',
    body: null,
    answeredAt: null,
  };
}

function describeSaved(saved: CallFinished['saved'], { secrets }: RunScope): Extraction[] {
  return saved.map(([variableName, value]) => {
    const whole = { variableName, jsonPath: '$', type: typeOfJson(value), success: true, value };
    return maskExtraction(whole, secrets.maskSecrets);
  });
}

/** Masked before it is cut, because the beginning of a secret would not be recognised. */
function logAnswer({ value, from }: GivenWaitAnswer, { secrets }: RunScope): LoggedWaitAnswer | undefined {
  const { choice, comment, body } = value;
  if (choice === null) return undefined;
  const more = tellsMore(body) ? secrets.maskSecrets(stringifyJson(body)) : '';
  const cut = truncate(more, loggedLength);
  return {
    choice,
    comment: secrets.maskSecrets(comment),
    ...(cut !== '' && { body: cut }),
    from,
  };
}

/** Checks whether the body has more than the choice and the comment. */
function tellsMore(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body !== null;
  return Object.keys(body).some((key) => key !== 'choice' && key !== 'comment');
}

// Finds the wait that `{{run.answerUrl}}` answers: the next wait for an answer after the call that names it. A chain first
// sends the mail or message with the address, and then waits.

/** Sets `run.answerUrl` for the place at `index`, or removes it when no wait for an answer follows. */
export function pointToAnswer(scope: RunScope, places: readonly ChainItem[], index: number): void {
  const { variables, ports, secrets } = scope;
  const facts = variables.get(runName);
  if (!ports.findAnswerAddress || !isOfRun(scope, facts)) return;
  const coming = places[index]?.kind === 'check' ? index + 1 : index;
  const next = places.find(
    (place, at) => at > coming && place.kind === 'call' && place.call.wait?.kind === 'answer',
  );
  const { [answerFact]: former, ...others } = facts;
  if (next?.kind !== 'call') {
    if (former !== undefined) variables.set(runName, others);
    return;
  }
  const { url, secret } = ports.findAnswerAddress(next.call.id);
  if (former === url) return;
  secrets.add([secret]);
  variables.set(runName, { ...others, [answerFact]: url });
}

/** Checks that `run` holds the run's own facts, and is not a variable of the definition. */
function isOfRun({ executionId }: RunScope, facts: unknown): facts is Record<string, unknown> {
  return typeof facts === 'object' && facts !== null && 'id' in facts && facts.id === executionId;
}
