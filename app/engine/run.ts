// A run decides what happens next and tells it; it neither knows the time nor writes anything down. It goes on
// where an interrupted one stopped, because a call whose answer was recorded is never sent again.
import {
  type CallFinished,
  type CallRefused,
  type CallStarted,
  type LoggedRequest,
  type PastEvent,
  type RunEvent,
} from './event';
import type { ApiCall, Definition } from './integration';
import { sortByOrder } from './order';
import { describeOutcome, logBody, type SendOutcome } from './outcome';
import { createRedact, mask, type Redact } from './redaction';
import {
  type BuiltRequest,
  buildRequest,
  type CallRequest,
  isSecretHeader,
  readCredentials,
} from './request';
import { readTriggerVariables } from './variables';

export interface RunPorts {
  send(request: CallRequest): Promise<SendOutcome>;
}

export interface RunInput {
  executionId: string;
  /** With its secrets in the clear. */
  definition: Definition;
  /** The payload, from {@link parseJson}. */
  triggerData: unknown;
  /** What an interrupted run had already told, in order; empty for a new run. */
  past: PastEvent[];
  ports: RunPorts;
}

/**
 * Runs a chain. Yields `call-started` before each request and goes on to send it only when asked for the next
 * event, so that the listener can store the intent first. Ends with exactly one `run-ended`.
 */
export async function* runIntegration(input: RunInput): AsyncGenerator<RunEvent, void, undefined> {
  const { definition, past } = input;
  const { variables, missing } = readTriggerVariables(definition.triggerConfig, input.triggerData);
  if (missing.length > 0) {
    yield { kind: 'run-ended', status: 'error', errorMessage: describeMissing(missing), notify: null };
    return;
  }
  const secrets = new Set(listSecrets(definition));
  let redact = createRedact([...secrets]);
  for (const [step, call] of sortByOrder(definition.apiCalls).entries()) {
    const attempt = findAttempt(past, step);
    // A past call is built too: secrets that it was given by variables stay secrets in the calls after it.
    const built = buildRequest(call, variables, `${input.executionId}.${call.id}.${attempt}`);
    if (built.kind === 'request' && built.request.secrets.some((secret) => !secrets.has(secret))) {
      for (const secret of built.request.secrets) secrets.add(secret);
      redact = createRedact([...secrets]);
    }
    let finished: Ending | undefined = findEnding(past, step);
    if (!finished) {
      for await (const event of runCall({ step, call, attempt, built, redact, ports: input.ports })) {
        yield event;
        if (event.kind !== 'call-started') finished = event;
      }
    }
    if (finished?.kind !== 'call-finished' || finished.outcome === 'error') {
      const reason = finished?.errorMessage ?? 'It did not end';
      yield {
        kind: 'run-ended',
        status: 'error',
        errorMessage: `${nameOf(call, step)}: ${reason}`,
        notify: null,
      };
      return;
    }
    for (const [name, value] of finished.saved) variables.set(name, value);
  }
  yield { kind: 'run-ended', status: 'completed', errorMessage: null, notify: null };
}

type Ending = Exclude<PastEvent, { kind: 'call-started' }>;

/** The words for a payload that lacks required variables. */
export function describeMissing(names: string[]): string {
  return `The payload lacks ${names.length === 1 ? 'the required variable' : 'required variables'} ${names.join(', ')}.`;
}

function nameOf(call: ApiCall, step: number): string {
  return call.name || `API Call ${step + 1}`;
}

function findEnding(past: PastEvent[], step: number): Ending | undefined {
  return past.find((event): event is Ending => event.step === step && event.kind !== 'call-started');
}

/** A started attempt without an end may have reached the target: it is repeated under the same key. */
function findAttempt(past: PastEvent[], step: number): number {
  const started = past.findLast((event) => event.kind === 'call-started' && event.step === step);
  return started?.kind === 'call-started' ? started.attempt : 1;
}

/** What must never stand in a log: tokens, the webhook's secret, values of headers marked secret. */
function listSecrets(definition: Definition): string[] {
  const { triggerConfig: trigger, apiCalls } = definition;
  const secrets = trigger.type === 'webhook' ? [trigger.webhook.secret] : [];
  for (const call of apiCalls) {
    if (call.authConfig.type === 'bearer') secrets.push(call.authConfig.token);
    for (const [name, value] of Object.entries(call.headers)) {
      if (isSecretHeader(call, name)) secrets.push(readCredentials(name, value));
    }
  }
  return secrets;
}

interface CallScope {
  step: number;
  call: ApiCall;
  attempt: number;
  built: BuiltRequest;
  redact: Redact;
  ports: RunPorts;
}

async function* runCall(
  scope: CallScope,
): AsyncGenerator<CallStarted | CallFinished | CallRefused, void, undefined> {
  const { step, call, attempt, built, redact } = scope;
  const about = { step, callId: call.id, callName: nameOf(call, step) };
  if (built.kind === 'refused') {
    yield { kind: 'call-refused', ...about, errorMessage: redact(built.message) };
    return;
  }
  yield {
    kind: 'call-started',
    ...about,
    source: 'chain',
    attempt,
    request: logRequest(call, built.request, redact),
  };
  const outcome = await scope.ports.send(built.request);
  const described = describeOutcome(outcome, call, redact);
  yield { kind: 'call-finished', ...about, source: 'chain', attempt, ...described, ruling: null };
}

function logRequest(call: ApiCall, request: CallRequest, redact: Redact): LoggedRequest {
  return {
    method: request.method,
    url: redact(request.url),
    headers: request.headers.map(([name, value]) => [
      name,
      isSecretHeader(call, name) ? hideCredentials(name, value) : redact(value),
    ]),
    ...logBody(request.body, redact),
  };
}

/** By its place rather than its value, since a short secret is not masked by value. */
function hideCredentials(name: string, value: string): string {
  const credentials = readCredentials(name, value);
  return credentials ? value.slice(0, -credentials.length) + mask : value;
}
