// A run decides what happens next and yields it as events. It reads the clock only by `ports.now` and stores nothing. A resumed
// run goes on where it was interrupted, and never sends a call again whose response was recorded.
import type { DeliveryRequest } from '../delivery/delivery-request';
import type { AnswerMade, RecordedEvent, EventGenerator } from '../events/event';
import type { Definition } from '../integration';
import { atOnce, type InParts } from '../json/json-parts';
import { explainLack } from '../lacked-variables';
import type { Recalled } from '../events/memory-event';
import { listRecalledSecrets, usesMemory } from '../memory/memory';
import { memoryName } from '../schema/memory';
import { recallMemory } from '../memory/recall';
import type { Variables } from '../placeholders/reference';
import type { Refused } from '../placeholders/refused';
import type { Answer } from '../senders/answer';
import { toRunFacts, runName } from '../run-facts';
import { hidesValues } from '../values/value-references';
import { readTriggerVariables, type TriggerVariables } from '../variables';
import { fillAnswer, maskAnswer } from './answer';
import { walkChain } from './chain-run';
import type { RunPorts } from './ports';
import { computeVariables } from '../computed/compute';
import { createScope, type RunScope, type ScopeInput } from './run-scope';
import { createRunSecrets } from './run-secrets';

export type { RunPorts } from './ports';

interface RunInput extends ScopeInput {
  /** The definition with its secrets in plain text. */
  definition: Definition;
  /** The payload, from {@link parseJson}. */
  triggerData: unknown;
  /** The request that brought the payload; undefined when nothing uses it. */
  request?: DeliveryRequest | undefined;
  past: RecordedEvent[];
  /** The memory that an interrupted run began with, if it was recorded. */
  memoryBefore?: Recalled | undefined;
}

/**
 * Runs a chain. Yields `call-started` before each request and sends it only when asked for the next event, so that the listener
 * can store the intent first. Ends with exactly one `run-ended`, and returns the variables at that time.
 */
export async function* runIntegration(input: RunInput): EventGenerator<Variables> {
  const { executionId, definition, triggerData, request, memoryBefore, ports } = input;
  const read = readTriggerVariables(definition.triggerConfig, triggerData, request);
  const unready = explainUnreadablePayload(read);
  if (unready) {
    const failure = { callId: '', callName: '', kind: 'payload' } as const;
    yield { kind: 'run-ended', status: 'error', errorMessage: unready.message, notify: null, failure };
    return read.variables;
  }
  const { variables, lacked } = read;
  if (!variables.has(runName)) variables.set(runName, toRunFacts(executionId));
  const secrets = createRunSecrets(definition);
  if (ports.listSecrets) secrets.add(await ports.listSecrets());
  if (usesMemory(definition) && !variables.has(memoryName)) {
    const recalled = yield* recallMemory(ports, memoryBefore);
    variables.set(memoryName, recalled.values);
    secrets.add(listRecalledSecrets(recalled));
  }
  const { inTurns = atOnce } = ports;
  const uncomputed = await inTurns(computeFirst(definition, variables));
  if (uncomputed) {
    const failure = { callId: '', callName: '', kind: 'payload' } as const;
    const errorMessage = secrets.maskSecrets(explainLack(uncomputed, lacked));
    yield { kind: 'run-ended', status: 'error', errorMessage, notify: null, failure };
    return variables;
  }
  const readValues = createValueReader(definition, ports);
  const scope = createScope(input, { variables, lacked, secrets, readValues });
  let awaited = findAwaited(definition);
  const end = yield* walkChain(scope, definition, {
    async *pass(callIds) {
      if (!awaited?.afterCallId || !callIds.includes(awaited.afterCallId)) return;
      yield await inTurns(makeAnswer(awaited, scope));
      awaited = undefined;
    },
  });
  if (end) {
    // A rule of an item asked for a mail, which tells of the end, whatever ended the run.
    const asked = scope.closing.notify && { ...scope.closing.notify, callName: end.failure?.callName ?? '' };
    yield { ...end, notify: end.notify ?? asked };
    return variables;
  }
  // The answer is made also when the call before it was skipped.
  if (awaited) yield await inTurns(makeAnswer(awaited, scope));
  const { notes, notify, failed } = scope.closing;
  if (failed) {
    yield { kind: 'run-ended', status: 'error', reachedEnd: true, notify, ...failed };
    return variables;
  }
  const note = notes.length > 0 ? { note: notes.join(' ') } : {};
  yield { kind: 'run-ended', status: 'completed', errorMessage: null, notify, ...note };
  return variables;
}

/** Adds the computed variables that a run begins with. Returns the problem, if one of them fails, which ends the run. */
function* computeFirst({ runSettings }: Definition, variables: Variables): InParts<Refused | undefined> {
  const { failure } = yield* computeVariables(runSettings?.computed ?? [], variables);
  return failure;
}

/** Returns the answer that a sender waits for, if the trigger answers with the result. */
function findAwaited({ triggerConfig }: Definition): Answer | undefined {
  const respond = triggerConfig.type === 'webhook' ? triggerConfig.webhook.respond : undefined;
  return respond?.mode === 'result' ? respond : undefined;
}

function* makeAnswer(respond: Answer, { variables, secrets }: RunScope): InParts<AnswerMade> {
  const filling = fillAnswer(respond, variables);
  if (filling.kind === 'unfilled') {
    return { kind: 'answer-made', answer: null, shown: null, errorMessage: filling.message };
  }
  const { answer } = filling;
  yield* secrets.addFiltered([respond.body ?? '', ...Object.values(respond.headers ?? {})], variables);
  return { kind: 'answer-made', answer, shown: maskAnswer(answer, secrets.maskSecrets), errorMessage: null };
}

/** Returns why a run cannot begin with a payload: required variables are missing, or reading it takes too much work. */
export function explainUnreadablePayload({
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

/** Reads the organization's current values by name; none when the definition has a variable named `org`. */
function createValueReader(definition: Definition, ports: RunPorts): RunPorts['readValues'] {
  return async (names) => (names.length === 0 || hidesValues(definition) ? [] : ports.readValues(names));
}
