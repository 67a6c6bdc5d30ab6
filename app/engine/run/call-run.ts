// One request of a run, with an event before it is sent and when it has ended; a call of the chain is tried as its rules say.
import { describePace, describeWaitTime } from '../connections/pace';
import type { ApiCall } from '../definition/api-call';
import type { ChainCall } from '../definition/chain';
import { isSecretHeader } from '../secrets/credential-names';
import type { CallFinished, CallStarted, ResponseRuling, RunEvent } from '../events/event';
import type { LoggedRequest } from '../logged';
import { describeOutcome, logBody, type LogAllowance, type SendOutcome } from './outcome';
import { type Ending, findStepState, type Past } from '../events/history';
import { mask } from '../secrets/mask-secrets';
import { buildRequest, type BuiltRequest, type CallRequest, readCredentials } from './request';
import type { Failure, PacedCall, RunPorts, Turn } from './ports';
import { readRetryAfter } from '../definition/backoff';
import { decideRuling } from './response-rule';
import type { RunSecrets } from './run-secrets';
import { refusesToken } from './token-refusal';
import { maskUrlCredentials } from '../secrets/url-credentials';
import type { Variables } from '../placeholders/reference';
import { listCallValues } from '../values/value-references';
import { listSecretTexts } from '../values/value-use';

/** Requests of one execution, which no chain of single calls comes near. */
const maxRequests = 5_000;

/** What everything in a run can see. */
export interface RunScope {
  executionId: string;
  /** Of an item of a list: its place, from 1. It is part of the Idempotency-Key. */
  item?: number;
  variables: Variables;
  past: Past;
  /** The calls, pages and tries that were sent, or are now. */
  requests: { count: number };
  /** Of what the log keeps of this run. */
  logAllowance: LogAllowance;
  secrets: RunSecrets;
  ports: RunPorts;
  /** As the port of this name, unless the definition itself names something `org`. */
  readValues: RunPorts['readValues'];
}

/** One page, or try, of a call that is repeated. */
export interface Round {
  /** From 1; part of the Idempotency-Key. */
  page: number;
  /** The call as this page has it. */
  call: ApiCall;
  /** Says in the request which page is asked for. */
  change(request: CallRequest): BuiltRequest;
  /** The event of a response that no rule ends the run at, or tries again. */
  settle(finished: CallFinished, outcome: SendOutcome, request: CallRequest): CallFinished;
}

/** A call that is over, and what was sent last. */
export interface CallResult {
  ending: Ending;
  /** Undefined when nothing could be sent. */
  request: CallRequest | undefined;
}

/**
 * Sends a call until it needs no further try. It waits for nothing itself: asked for the event after `retry-scheduled`, it
 * tries again at once.
 */
export async function* runCall(
  scope: RunScope,
  { call: written, name, handling }: ChainCall,
  step: number,
  round?: Round,
): AsyncGenerator<RunEvent, CallResult, undefined> {
  const { secrets } = scope;
  const earlier = findStepState(scope.past, step);
  const call = round?.call ?? written;
  const about = { step, callId: call.id, callName: name, source: 'chain' as const, ...pageOf(round) };
  scope.requests.count += 1;
  if (scope.requests.count > maxRequests && earlier.kind !== 'ended') {
    const errorMessage = `An execution may send ${maxRequests.toLocaleString('en')} requests, and this one has.`;
    const ending = { kind: 'call-refused', step, errorMessage } as const;
    yield { ...about, ...ending };
    return { ending, request: undefined };
  }
  // A list may have hundreds of pages, and the first has given all secrets that any of them has.
  if (earlier.kind === 'ended' && round && round.page > 1 && !postsNotice(earlier.ending)) {
    return { ending: earlier.ending, request: undefined };
  }
  const place = placeOf(call.id, scope.item, round?.page);
  for (let { attempt, renewals } = earlier; ; attempt += 1) {
    // A past call is built too: secrets that it was given by variables stay secrets in the calls after it.
    const key = `${scope.executionId}.${place}.${attempt}`;
    const { built, unobtained, found } = await buildRound(scope, call, key, round);
    const request = built.kind === 'request' ? built.request : undefined;
    secrets.add(request?.secrets ?? found);
    if (earlier.kind === 'ended') return { ending: earlier.ending, request };
    if (built.kind === 'refused') {
      const ending = {
        kind: 'call-refused',
        step,
        errorMessage: secrets.maskSecrets(built.message),
      } as const;
      yield { ...about, ...ending };
      return { ending, request };
    }
    const { maskSecrets } = secrets;
    const { logAllowance } = scope;
    const paced = unobtained ? undefined : findPaced(call, built.request, { step, attempt });
    const turn = paced && (yield* awaitTurn(scope, paced));
    const unsent = unobtained ?? (turn?.kind === 'never' ? turn.outcome : undefined);
    const waited = turn?.kind === 'now' ? describeWait(turn.waitedMs, built.request) : undefined;
    const logged = { ...logRequest(built.request, scope, call), ...(waited && { waited }) };
    yield { kind: 'call-started', ...about, attempt, request: logged };
    const outcome = unsent ?? (await scope.ports.send(built.request));
    const restMs = paced ? readRest(outcome) : 0;
    if (paced && restMs > 0) await scope.ports.deferTurns(paced, outcome.answeredAt + restMs);
    const renewal = renewals === 0 ? findRenewal(call, built.request, outcome) : undefined;
    if (renewal) await scope.ports.reject(renewal.connectionId, renewal.generation);
    const ruling = renewal
      ? renewed
      : handling
        ? decideRuling(handling, outcome, attempt - renewals, maskSecrets)
        : null;
    const described = describeOutcome(outcome, {
      mapping: call.responseMapping,
      ruling,
      maskSecrets,
      logAllowance,
    });
    const ended: CallFinished = { kind: 'call-finished', ...about, attempt, ...described, ruling };
    const finished = round && isGoneOnFrom(ended) ? round.settle(ended, outcome, built.request) : ended;
    yield finished;
    if (renewal) renewals += 1;
    if (renewal) continue;
    if (ruling?.action !== 'retry') return { ending: finished, request };
    yield { kind: 'retry-scheduled', step, attempt: attempt + 1, delayMs: ruling.delayMs ?? 0 };
  }
}

function postsNotice(ending: Ending): boolean {
  return ending.kind === 'call-finished' && ending.ruling?.action === 'webhook';
}

/** What an Idempotency-Key says of a call's place: `orders.i17.p3`. */
function placeOf(callId: string, item: number | undefined, page: number | undefined): string {
  return `${callId}${item === undefined ? '' : `.i${item}`}${page === undefined ? '' : `.p${page}`}`;
}

function pageOf(round: Round | undefined): { page?: number } {
  return round ? { page: round.page } : {};
}

/** Whether the chain goes on from an attempt, as far as rules and status say. */
function isGoneOnFrom({ outcome, ruling }: CallFinished): boolean {
  return ruling ? ruling.action === 'continue' || ruling.action === 'webhook' : outcome === 'success';
}

async function buildRound(
  scope: RunScope,
  call: ApiCall,
  key: string,
  round: Round | undefined,
): Promise<Built> {
  const result = await buildAuthorized(scope, call, key);
  if (!round || result.built.kind === 'refused') return result;
  return { ...result, built: round.change(result.built.request) };
}

/** What a call of a connection with a pace asks its turn with; undefined for every other call. */
export function findPaced(
  { authConfig }: ApiCall,
  { connection }: CallRequest,
  attempt: { step: number; attempt: number },
): PacedCall | undefined {
  if (!connection?.paced || authConfig.type !== 'connection') return undefined;
  return { connectionId: authConfig.connectionId, paced: connection.paced, ...attempt };
}

/** Whoever takes up the run behind `wait-scheduled` has waited. */
async function* awaitTurn(
  { ports }: RunScope,
  call: PacedCall,
): AsyncGenerator<RunEvent, Exclude<Turn, { kind: 'later' }>, undefined> {
  for (;;) {
    const turn = await ports.takeTurn(call);
    if (turn.kind !== 'later') return turn;
    yield { kind: 'wait-scheduled', step: call.step, until: turn.at, why: 'turn' };
  }
}

/** Shorter waits are not worth a word. */
const toldMs = 100;

function describeWait(waitedMs: number, { connection }: CallRequest): string | undefined {
  if (waitedMs < toldMs || !connection?.paced) return undefined;
  const { name, pace } = connection.paced;
  return `waited ${describeWaitTime(waitedMs)} for its turn (${describePace(pace)}, ${name})`;
}

/** How long a target that refused a call asks everybody to rest (RFC 6585 §4, RFC 9110 §15.6.4), in milliseconds. */
export function readRest(outcome: SendOutcome): number {
  const isRefusal = outcome.kind === 'response' && (outcome.status === 429 || outcome.status === 503);
  return isRefusal ? readRetryAfter(outcome.headers, outcome.answeredAt) : 0;
}

interface Built {
  built: BuiltRequest;
  unobtained?: Failure;
  /** Secrets of the organization that the call names: also of one that was refused, whose message may hold them. */
  found: string[];
}

/** The request of a call, with what its connection grants and the organization's values that it names. */
export async function buildAuthorized(
  {
    ports,
    variables,
    readValues,
  }: Pick<RunScope, 'variables' | 'readValues'> & {
    ports: Pick<RunPorts, 'authorize'>;
  },
  call: ApiCall,
  idempotencyKey: string,
): Promise<Built> {
  const names = listCallValues(call);
  const values = names.length > 0 ? await readValues(names) : [];
  const found = listSecretTexts(values);
  if (call.authConfig.type !== 'connection') {
    return { built: buildRequest(call, variables, idempotencyKey, undefined, values), found };
  }
  const authorization = await ports.authorize(call.authConfig.connectionId);
  if (authorization.kind === 'refused') return { built: authorization, found };
  const built = buildRequest(call, variables, idempotencyKey, authorization.grant, values);
  return authorization.kind === 'granted'
    ? { built, found }
    : { built, unobtained: authorization.outcome, found };
}

/** It follows at once, and no rule is asked. */
const renewed: ResponseRuling = {
  action: 'renew',
  matchedStatusCode: null,
  delayMs: 0,
  notificationEmail: null,
  answeredAt: null,
  hasRetryConfig: false,
  hasWebhookURL: false,
};

/** The token to renew, when the target refused it. */
function findRenewal(
  { authConfig }: ApiCall,
  { method, connection }: CallRequest,
  outcome: SendOutcome,
): { connectionId: string; generation: number } | undefined {
  if (authConfig.type !== 'connection' || connection?.generation === undefined) return undefined;
  if (!refusesToken(method, outcome, connection.expiry)) return undefined;
  return { connectionId: authConfig.connectionId, generation: connection.generation };
}

/** Sends a rule's notice once, if it could be built; its outcome changes nothing, so it is not sent a second time. */
export async function* sendNotice(
  scope: RunScope,
  about: Pick<CallStarted, 'step' | 'callId' | 'callName'>,
  built: BuiltRequest,
): AsyncGenerator<RunEvent, void, undefined> {
  const earlier = findStepState(scope.past, about.step);
  if (earlier.kind === 'ended') return;
  const { attempt } = earlier;
  const { logAllowance } = scope;
  const { maskSecrets } = scope.secrets;
  if (built.kind === 'refused') {
    yield { kind: 'call-refused', ...about, source: 'rule', errorMessage: maskSecrets(built.message) };
    return;
  }
  const { request } = built;
  const sent = { ...about, source: 'rule', attempt } as const;
  yield { kind: 'call-started', ...sent, request: logRequest(request, scope) };
  const outcome = await scope.ports.send(request);
  const described = describeOutcome(outcome, {
    mapping: { extractFields: [] },
    ruling: null,
    maskSecrets,
    logAllowance,
  });
  yield { kind: 'call-finished', ...sent, ...described, ruling: null };
}

function logRequest(
  request: CallRequest,
  { secrets: { maskSecrets }, logAllowance }: Pick<RunScope, 'secrets' | 'logAllowance'>,
  call?: ChainCall['call'],
): LoggedRequest {
  const { connection } = request;
  const isSecret = (name: string) =>
    Boolean(connection?.headers.includes(name)) || (call !== undefined && isSecretHeader(call, name));
  return {
    method: request.method,
    url: maskUrlCredentials(maskSecrets(request.url), connection?.query),
    headers: request.headers.map(([name, value]) => [
      name,
      isSecret(name) ? hideCredentials(name, value) : maskSecrets(value),
    ]),
    ...(connection && { connection: connection.label }),
    ...logBody(request.body, maskSecrets, logAllowance),
  };
}

/** By its place rather than its value, since a short secret is not masked by value. */
function hideCredentials(name: string, value: string): string {
  const credentials = readCredentials(name, value);
  return credentials ? value.slice(0, -credentials.length) + mask : value;
}
