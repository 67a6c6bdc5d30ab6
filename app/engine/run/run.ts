// A run decides what happens next and tells it; it neither knows the time nor writes anything down. It goes on
// where an interrupted one stopped, because a call whose response was recorded is never sent again, and steps are counted
// over all events: checks, calls, skipped ones too, and notices.
import { type Branch, decideBranch } from '../conditions/branch';
import { type CallResult, runCall, type RunPorts, type RunScope, sendNotice } from './call-run';
import { type ChainCall, type ChainCheck, listChainItems, type ChainItem } from '../definition/chain';
import type { RecordedEvent, RunEnded, RunEvent } from '../events/event';
import type { Definition } from '../integration';
import { buildNotice, type RecordedCall } from './notice';
import { createRunSecrets } from './run-secrets';
import type { DeliveryRequest } from '../delivery/delivery-request';
import { readTriggerVariables, type TriggerVariables } from '../variables';

export type { RunPorts } from './call-run';

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
  ports: RunPorts;
}

/**
 * Runs a chain. Yields `call-started` before each request and goes on to send it only when asked for the next
 * event, so that the listener can store the intent first. Ends with exactly one `run-ended`.
 */
export async function* runIntegration(input: RunInput): AsyncGenerator<RunEvent, void, undefined> {
  const { definition, executionId, past, ports } = input;
  const read = readTriggerVariables(definition.triggerConfig, input.triggerData, input.request);
  const unready = findUnready(read);
  if (unready) {
    yield { kind: 'run-ended', status: 'error', errorMessage: unready.message, notify: null };
    return;
  }
  const { variables } = read;
  const scope: RunScope = { executionId, variables, past, ports, secrets: createRunSecrets(definition) };
  const places = listChainItems(definition);
  const calls: RecordedCall[] = [];
  let step = 0;
  let index = 0;
  for (let place = places[0]; place; place = places[index]) {
    if (place.kind === 'check') {
      const branch = passCheck(scope, places, { place, index, step });
      yield* branch.events;
      step += branch.events.length;
      index = branch.next;
      continue;
    }
    const result = yield* runCall(scope, place, step);
    const end = findEnd(place, result);
    if (end) {
      yield end;
      return;
    }
    step += 1;
    index += 1;
    const { ending: finished, request } = result;
    if (finished.kind !== 'call-finished') continue;
    for (const [name, value] of finished.saved) variables.set(name, value);
    const { maskSecrets } = scope.secrets;
    const about = { executionId, place, finished, before: calls, variables, maskSecrets };
    const notice = request && buildNotice({ ...about, request });
    calls.push({ callName: place.name, finished });
    if (!notice) continue;
    yield* sendNotice(scope, { step, callId: place.call.id, callName: place.name }, notice);
    step += 1;
  }
  yield { kind: 'run-ended', status: 'completed', errorMessage: null, notify: null };
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

/** What a conditional step tells, each event a step of the run, and the place it leads to. */
function passCheck(
  { variables, secrets }: RunScope,
  places: ChainItem[],
  { place, index, step }: { place: ChainCheck; index: number; step: number },
): { events: RunEvent[]; next: number } {
  const { maskSecrets } = secrets;
  const branch = decideBranch(places, index, place.step, { variables, maskSecrets });
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
function findEnd({ name }: ChainCall, { ending }: CallResult): RunEnded | undefined {
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
  };
}
