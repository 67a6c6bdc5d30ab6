// A wait for an answer from outside. The answer may be there before the run comes to it; what it gives is a variable. A test takes the
// first choice, so that it shows what is sent when all goes well.
import { type AnswerValue, type AnswerWait, listChoices } from '../definition/answer-wait';
import { describeSeconds } from '../definition/call-wait';
import { waitBounds } from '../definition/wait-seconds';
import type { ChainCall } from '../definition/chain';
import type { CallFinished, CallRefused, Telling } from '../events/event';
import { findPast } from '../events/history';
import type { LoggedWaitAnswer, WaitBegun, WaitOutcome } from '../events/wait-event';
import { stringifyJson } from '../json/json';
import type { GivenAnswer } from './ports';
import type { RunScope } from './run-scope';

/** Clocks of servers on one file differ by less. */
const toleranceMs = 60_000;

/** So much of what a program sent stands in the log. */
const loggedLength = 2_000;

interface Place {
  step: number;
  /** Fills in the message. */
  render(text: string): Promise<{ text: string } | { problem: string }>;
}

type Begun = Pick<WaitBegun, 'beganAt' | 'until' | 'asks'> & { isContinued?: true };

/** See `waitBefore`. Nobody's answer in time refuses the call in a step of its own, unless the run is to go on. */
export async function* waitForAnswer(
  scope: RunScope,
  { call, name }: Pick<ChainCall, 'call' | 'name'>,
  wait: AnswerWait,
  { step, render }: Place,
): Telling<CallRefused | undefined> {
  const { past, ports } = scope;
  const about = { step, callId: call.id, callName: name };
  const readAnswer = async () => ports.readAnswer?.(call.id);
  const ended = findPast(past, step, 'wait-ended');
  if (ended) return yield* goOn(ended);
  let begun: Begun | undefined = findPast(past, step, 'wait-begun');
  let given = await readAnswer();
  if (!begun) {
    const message = await render(wait.message ?? '');
    if ('problem' in message) return yield* refuse(step, message.problem);
    const beganAt = ports.now();
    const asks = { message: scope.secrets.maskSecrets(message.text.trim()), choices: listChoices(wait) };
    begun = { beganAt, until: beganAt + wait.seconds * 1000, asks };
    if (!given && !scope.skipsWaits) yield { ...about, kind: 'wait-begun', ...begun };
  }
  while (!given && !scope.skipsWaits && !begun.isContinued && !isOver(begun, ports.now())) {
    yield { kind: 'wait-scheduled', step, until: begun.until, why: 'wait', answerTo: call.id };
    given = await readAnswer();
  }
  // What came until the time was over has been taken, and counts.
  given ??= await readAnswer();
  const outcome = findOutcome(given, begun, scope);
  const value = outcome === 'skipped' ? sampleAnswer(wait) : (given?.value ?? noAnswer(begun));
  const saved: CallFinished['saved'] = wait.saveAs ? [[wait.saveAs, value]] : [];
  const answer = given && logAnswer(given, scope);
  const { beganAt, until, asks } = begun;
  const at = ports.now();
  const end = { kind: 'wait-ended', beganAt, until, outcome, at, saved } as const;
  yield { ...about, ...end, ...(asks && { asks }), ...(answer && { answer }) };
  return yield* goOn(end);

  async function* goOn({
    outcome: how,
    saved: kept = [],
  }: {
    outcome?: WaitOutcome;
    saved?: CallFinished['saved'];
  }): Telling<CallRefused | undefined> {
    for (const [variable, each] of kept) scope.variables.set(variable, each);
    if (how !== 'timeout' || wait.onTimeout === 'continue') return undefined;
    return yield* refuse(step + 1, `Nobody answered within ${describeSeconds(wait.seconds)}.`);
  }

  async function* refuse(ownStep: number, problem: string): Telling<CallRefused> {
    const errorMessage = scope.secrets.maskSecrets(problem);
    const refused = { ...about, step: ownStep, kind: 'call-refused', source: 'chain', errorMessage } as const;
    yield refused;
    return refused;
  }
}

function findOutcome(
  given: GivenAnswer | undefined,
  { isContinued }: Begun,
  { skipsWaits }: RunScope,
): 'answered' | 'skipped' | 'continued' | 'timeout' {
  if (given) return given.value.outcome;
  if (skipsWaits) return 'skipped';
  return isContinued ? 'continued' : 'timeout';
}

/** Also of one that was begun by a clock that was far ahead: it would end long after anybody thinks of it. */
function isOver({ until }: Begun, now: number): boolean {
  return now >= until || until - now > waitBounds.max * 1000 + toleranceMs;
}

function sampleAnswer(wait: AnswerWait): AnswerValue {
  const [choice = ''] = listChoices(wait);
  return { outcome: 'answered', choice, comment: '', body: { choice }, answeredAt: null };
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

/** Masked before it is cut: the beginning of a secret is found no more. */
function logAnswer({ value, from }: GivenAnswer, { secrets }: RunScope): LoggedWaitAnswer | undefined {
  const { choice, comment, body } = value;
  if (choice === null) return undefined;
  const more = tellsMore(body) ? secrets.maskSecrets(stringifyJson(body)) : '';
  const cut = more.length > loggedLength ? `${more.slice(0, loggedLength)}…` : more;
  return {
    choice,
    comment: secrets.maskSecrets(comment),
    ...(cut !== '' && { body: cut }),
    from,
  };
}

/** Whether something was sent beside choice and comment. */
function tellsMore(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body !== null;
  return Object.keys(body).some((key) => key !== 'choice' && key !== 'comment');
}
