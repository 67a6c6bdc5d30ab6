// A run decides what happens next and tells it; it neither knows the time nor writes anything down. It goes on
// where an interrupted one stopped, because a call whose response was recorded is never sent again, and steps are counted
// over all events: checks, calls, skipped ones too, and notices.
import { type Branch, decideBranch } from '../conditions/branch';
import { checkCondition } from '../conditions/condition';
import { listConditions } from '../definition/conditional-step';
import { fillAnswer, maskAnswer } from './answer';
import { type CallResult, runCall, type RunScope, sendNotice } from './call-run';
import type { RunPorts } from './ports';
import { type ChainCall, type ChainCheck, listChainItems, type ChainItem } from '../definition/chain';
import {
  type AnswerMade,
  type ConditionCheck,
  loggedBodiesLength,
  type RecordedEvent,
  type RunEnded,
  type RunEvent,
} from '../events/event';
import { findChecks, indexPast } from '../events/history';
import { findFailureKind } from './failure';
import type { Definition } from '../integration';
import type { Answer } from '../senders/answer';
import { buildNotice, findNoticeRule, type RecordedCall } from './notice';
import { runRepeated } from './repeat-run';
import { decideRuleBranch } from './rule-branch';
import type { Variables } from '../placeholders/reference';
import { createRunSecrets } from './run-secrets';
import { hidesValues, listCheckValues, listRuleValues } from '../values/value-references';
import { addValues, listShown } from '../values/value-use';
import type { DeliveryRequest } from '../delivery/delivery-request';
import { readTriggerVariables, type TriggerVariables } from '../variables';

export type { RunPorts } from './ports';

export interface RunInput {
  executionId: string;
  /** With its secrets in the clear. */
  definition: Definition;
  /** The payload, from {@link parseJson}. */
  triggerData: unknown;
  /** Of the request that brought the payload; there is none when nothing uses it. */
  request?: DeliveryRequest | undefined;
  /** The events that an interrupted run has recorded, in order; empty for a new run. */
  past: RecordedEvent[];
  /** How many characters of bodies the log of this run holds already. */
  loggedLength?: number;
  ports: RunPorts;
}

/**
 * Runs a chain. Yields `call-started` before each request and goes on to send it only when asked for the next
 * event, so that the listener can store the intent first. Ends with exactly one `run-ended`, and answers the variables it had then.
 */
export async function* runIntegration(input: RunInput): AsyncGenerator<RunEvent, Variables, undefined> {
  const { definition, executionId, ports, loggedLength = 0 } = input;
  const read = readTriggerVariables(definition.triggerConfig, input.triggerData, input.request);
  const unready = findUnready(read);
  if (unready) {
    const failure = { callId: '', callName: '', kind: 'payload' } as const;
    yield { kind: 'run-ended', status: 'error', errorMessage: unready.message, notify: null, failure };
    return read.variables;
  }
  const { variables } = read;
  const readValues = createValueReader(definition, ports);
  const secrets = createRunSecrets(definition);
  const past = indexPast(input.past);
  const logAllowance = { left: loggedBodiesLength - loggedLength };
  const scope: RunScope = { executionId, variables, past, logAllowance, ports, readValues, secrets };
  const places = listChainItems(definition);
  const calls: RecordedCall[] = [];
  let awaited = findAwaited(definition);
  let step = 0;
  let index = 0;
  for (let place = places[0]; place; place = places[index]) {
    if (place.kind === 'check') {
      const checks = await makeChecks(scope, place, step);
      const branch = passCheck(places, checks, { place, index, step });
      // One after the other: handing on a list costs each of its events some promises.
      for (const event of branch.events) yield event;
      step += branch.events.length;
      index = branch.next;
      continue;
    }
    const { repeat } = place.call;
    const { result, steps } = repeat
      ? yield* runRepeated(scope, place, repeat, step)
      : { result: yield* runCall(scope, place, step), steps: 1 };
    const end = findEnd(place, result);
    if (end) {
      yield end;
      return variables;
    }
    step += steps;
    index += 1;
    const { ending: finished, request } = result;
    if (finished.kind !== 'call-finished') continue;
    for (const [name, value] of finished.saved) variables.set(name, value);
    if (awaited?.afterCallId === place.call.id) {
      yield makeAnswer(awaited, scope);
      awaited = undefined;
    }
    const way = decideRuleBranch(places, { place, index: index - 1, step }, finished);
    if (way) {
      for (const event of way.events) yield event;
      step += way.events.length;
      index = way.next;
    }
    const { maskSecrets } = scope.secrets;
    const rule = request && findNoticeRule(place, finished);
    const values = rule ? await readValues(listRuleValues(rule)) : [];
    const about = { executionId, place, finished, before: calls, variables, maskSecrets };
    const notice = rule && buildNotice({ ...about, request, rule, values });
    calls.push({ callName: place.name, finished });
    if (!notice) continue;
    yield* sendNotice(scope, { step, callId: place.call.id, callName: place.name }, notice);
    step += 1;
  }
  // Also when the call that it was to follow was left out.
  if (awaited) yield makeAnswer(awaited, scope);
  yield { kind: 'run-ended', status: 'completed', errorMessage: null, notify: null };
  return variables;
}

/** The answer that a sender waits for, if the trigger lets it. */
function findAwaited({ triggerConfig }: Definition): Answer | undefined {
  const respond = triggerConfig.type === 'webhook' ? triggerConfig.webhook.respond : undefined;
  return respond?.mode === 'result' ? respond : undefined;
}

function makeAnswer(respond: Answer, { variables, secrets }: RunScope): AnswerMade {
  const filling = fillAnswer(respond, variables);
  if (filling.kind === 'unfilled') {
    return { kind: 'answer-made', answer: null, shown: null, errorMessage: filling.message };
  }
  const { answer } = filling;
  return { kind: 'answer-made', answer, shown: maskAnswer(answer, secrets.maskSecrets), errorMessage: null };
}

/** Why a run cannot begin with a payload, if it cannot: it lacks required variables, or asks for too much reading. */
export function findUnready({
  missing,
  isTooMuch,
}: TriggerVariables): { kind: 'missing-variables' | 'too-complex'; message: string } | undefined {
  if (isTooMuch) return { kind: 'too-complex', message: tooComplex };
  if (missing.length === 0) return undefined;
  const which = missing.length === 1 ? 'the required variable' : 'required variables';
  return { kind: 'missing-variables', message: `The payload lacks ${which} ${missing.join(', ')}.` };
}

const tooComplex =
  'The variables lead to too many places in this payload. Give them paths with fewer .. and *, or send less at a time.';

/** Values of the organization by their names, as they are now; none, when the definition has a variable of that name. */
function createValueReader(definition: Definition, ports: RunPorts): RunPorts['readValues'] {
  return async (names) => (names.length === 0 || hidesValues(definition) ? [] : ports.readValues(names));
}

/** The comparisons of a step. Those with values of the organization stand as they were once made: a run does not turn back. */
async function makeChecks(
  { variables, secrets, past, readValues }: RunScope,
  { step: written }: ChainCheck,
  step: number,
): Promise<ConditionCheck[]> {
  const names = listCheckValues(written);
  const earlier = names.length > 0 ? findChecks(past, step) : undefined;
  if (earlier) return earlier;
  const all = names.length > 0 ? addValues(variables, listShown(await readValues(names))) : variables;
  return listConditions(written).map((condition) => checkCondition(condition, all, secrets.maskSecrets));
}

/** What a conditional step tells, each event a step of the run, and the place it leads to. */
function passCheck(
  places: ChainItem[],
  checks: ConditionCheck[],
  { place, index, step }: { place: ChainCheck; index: number; step: number },
): { events: RunEvent[]; next: number } {
  const branch = decideBranch(places, index, place.step, checks);
  const checked: RunEvent = {
    kind: 'condition-checked',
    step,
    conditionalStepId: place.step.id,
    checks: branch.checks,
    match: place.step.match,
    conditionMet: branch.met,
    otherwise: branch.otherwise,
    nextApiCallAction: isNextLeftOut(branch) ? 'skip' : 'execute',
    skippedCallName: branch.met ? null : (branch.skipped[0]?.name ?? null),
    nextCallName: branch.nextCall?.name ?? null,
  };
  const skips = branch.skipped.map(({ call, name }, at): RunEvent => ({
    kind: 'call-skipped',
    step: step + 1 + at,
    callId: call.id,
    callName: name,
    errorMessage: branch.reason,
  }));
  return { events: [checked, ...skips], next: branch.next };
}

/** Whether the conditions keep the run from the next call; what does not hold may also lead just there. */
function isNextLeftOut({ otherwise, skipped }: Branch): boolean {
  return otherwise !== null && (otherwise !== 'go_to' || skipped.length > 0);
}

/** The end of the run, when a call is one: without rules an error is, with rules what they say. */
function findEnd({ name, call }: ChainCall, { ending }: CallResult): RunEnded | undefined {
  const ruling = ending.kind === 'call-finished' ? ending.ruling : null;
  if (ruling && ruling.action !== 'stop_notify') return undefined;
  if (!ruling && ending.kind === 'call-finished' && ending.outcome === 'success') return undefined;
  const reason =
    ending.errorMessage ??
    `HTTP ${ending.kind === 'call-finished' ? ending.response?.status : ''}, at which its response handling stops`;
  return {
    kind: 'run-ended',
    status: 'error',
    errorMessage: `${name}: ${reason}`,
    notify: ruling && { callName: name, email: ruling.notificationEmail },
    failure: {
      callId: call.id,
      callName: name,
      kind: findFailureKind(ending),
      ...(ending.kind === 'call-finished' &&
        ending.failureReason === 'circuit-open' && { isCircuitOpen: true }),
    },
  };
}
