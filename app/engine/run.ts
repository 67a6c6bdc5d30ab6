// A run decides what happens next and tells it; it neither knows the time nor writes anything down. It goes on
// where an interrupted one stopped, because a call whose answer was recorded is never sent again.
import {
  type CallFinished,
  type LoggedRequest,
  loggedBodyLength,
  loggedValueLength,
  type PastEvent,
  type RunEvent,
} from './event';
import type { ApiCall, Definition } from './integration';
import { parseJson, stringifyJson } from './json';
import { sortByOrder } from './order';
import { createRedact, type Redact, redactValue } from './redaction';
import { buildRequest, type CallRequest } from './request';
import { type Extraction, extract, readTriggerVariables, typeOfJson, type Variables } from './variables';

/** How a request ended. `truncated`: more came than is kept. */
export type SendOutcome =
  | {
      kind: 'answer';
      status: number;
      statusText: string;
      headers: [name: string, value: string][];
      body: string;
      bodyBytes: number;
      truncated: boolean;
      binary: boolean;
      durationMs: number;
    }
  | { kind: 'failure'; reason: string; message: string; durationMs: number };

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
  const redact = createRedact(listSecrets(definition));
  const { variables, missing } = readTriggerVariables(definition.triggerConfig, input.triggerData);
  if (missing.length > 0) {
    yield { kind: 'run-ended', status: 'error', errorMessage: describeMissing(missing) };
    return;
  }
  for (const [step, call] of sortByOrder(definition.apiCalls).entries()) {
    let finished: Ending | undefined = findEnding(past, step);
    if (!finished) {
      for await (const event of runCall(input, { step, call, variables, redact })) {
        yield event;
        if (event.kind !== 'call-started') finished = event;
      }
    }
    if (finished?.kind !== 'call-finished' || finished.outcome === 'error') {
      const reason = finished?.errorMessage ?? 'It did not end';
      yield { kind: 'run-ended', status: 'error', errorMessage: `${nameOf(call, step)}: ${reason}` };
      return;
    }
    for (const [name, value] of finished.saved) variables.set(name, value);
  }
  yield { kind: 'run-ended', status: 'completed', errorMessage: null };
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

/** What must never stand in a log: tokens, the webhook's secret, values of headers marked secret. */
function listSecrets(definition: Definition): string[] {
  const { triggerConfig: trigger, apiCalls } = definition;
  const secrets = trigger.type === 'webhook' ? [trigger.webhook.secret] : [];
  for (const call of apiCalls) {
    if (call.authConfig.type === 'bearer') secrets.push(call.authConfig.token);
    for (const name of call.secretHeaders) secrets.push(call.headers[name] ?? '');
  }
  return secrets;
}

interface CallScope {
  step: number;
  call: ApiCall;
  variables: Variables;
  redact: Redact;
}

async function* runCall(
  input: RunInput,
  scope: CallScope,
): AsyncGenerator<CallStarted | CallFinished | CallRefused, void, undefined> {
  const { step, call, variables } = scope;
  const about = { step, callId: call.id, callName: nameOf(call, step) };
  // A started attempt without an end may have reached the target: it is repeated under the same key.
  const started = input.past.findLast((event) => event.kind === 'call-started' && event.step === step);
  const attempt = started?.kind === 'call-started' ? started.attempt : 1;
  const built = buildRequest(call, variables, `${input.executionId}.${call.id}.${attempt}`);
  if (built.kind === 'refused') {
    yield { kind: 'call-refused', ...about, errorMessage: scope.redact(built.message) };
    return;
  }
  const alsoHidden = createRedact(built.request.secrets);
  const redact: Redact = (text) => alsoHidden(scope.redact(text));
  yield { kind: 'call-started', ...about, attempt, request: logRequest(built.request, redact) };
  const outcome = await input.ports.send(built.request);
  yield { kind: 'call-finished', ...about, attempt, ...describeOutcome(outcome, call, redact) };
}

function logRequest(request: CallRequest, redact: Redact): LoggedRequest {
  return {
    method: request.method,
    url: redact(request.url),
    headers: request.headers.map(([name, value]) => [name, redact(value)]),
    ...logBody(request.body, redact),
  };
}

function logBody(body: string, redact: Redact): { body: string; truncated: boolean } {
  // Masked before it is cut: half a secret at the cut would not be recognised.
  const masked = redact(body);
  return { body: masked.slice(0, loggedBodyLength), truncated: masked.length > loggedBodyLength };
}

type Described = Pick<
  CallFinished,
  'outcome' | 'response' | 'errorMessage' | 'durationMs' | 'extractions' | 'saved'
>;

/** Without a rule for it, 2xx and 3xx go on; any other answer, and none at all, is an error. */
function describeOutcome(outcome: SendOutcome, call: ApiCall, redact: Redact): Described {
  const { durationMs } = outcome;
  if (outcome.kind === 'failure') {
    const errorMessage = redact(outcome.message);
    return { outcome: 'error', response: null, errorMessage, durationMs, extractions: [], saved: [] };
  }
  const { body, truncated } = logBody(outcome.body, redact);
  const { status, statusText, bodyBytes, binary } = outcome;
  const response = {
    status,
    statusText,
    headers: outcome.headers.map(([name, value]): [string, string] => [name, redact(value)]),
    body,
    bodyBytes,
    binary,
    truncated: truncated || outcome.truncated,
  };
  if (status < 200 || status >= 400) {
    const errorMessage = `HTTP ${status}${statusText ? `: ${statusText}` : ''}`;
    return { outcome: 'error', response, errorMessage, durationMs, extractions: [], saved: [] };
  }
  const mapped = mapResponse(outcome, call, redact);
  return { outcome: 'success', response, errorMessage: null, durationMs, ...mapped };
}

function mapResponse(
  answer: { body: string; truncated: boolean; binary: boolean },
  { responseMapping }: ApiCall,
  redact: Redact,
): Pick<CallFinished, 'extractions' | 'saved'> {
  const { saveAs, extractFields } = responseMapping;
  if (!saveAs && extractFields.length === 0) return { extractions: [], saved: [] };
  const value = answer.binary ? answer.body : parseBody(answer.body);
  const saved: [string, unknown][] = [];
  const extractions: Extraction[] = [];
  if (saveAs) {
    saved.push([saveAs, value]);
    extractions.push({ variableName: saveAs, jsonPath: '$', type: typeOfJson(value), success: true, value });
  }
  for (const field of extractFields) {
    const extraction = extract(value, field.saveAs, field.jsonPath);
    if (extraction.success) saved.push([extraction.variableName, extraction.value]);
    else if (answer.truncated) extraction.message = 'The response is too large to be read whole';
    extractions.push(extraction);
  }
  return { saved, extractions: extractions.map((extraction) => hide(extraction, redact)) };
}

/** The log's copy of an extraction: masked, and without a value that is long and stands in the body anyway. */
function hide(extraction: Extraction, redact: Redact): Extraction {
  if (!extraction.success) return extraction;
  const { value, ...rest } = extraction;
  if (stringifyJson(value).length > loggedValueLength) {
    return { ...rest, message: 'The value is long; see the response body' };
  }
  return { ...rest, value: redactValue(value, redact) };
}

function parseBody(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}
