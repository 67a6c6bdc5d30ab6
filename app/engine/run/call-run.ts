// Sends one request of a run, and yields an event before it and one after it; rules may have a call of the chain retried.
import type { ApiCall } from '../definition/api-call';
import type { ChainCall } from '../chain/chain';
import { listSecretsOfHead } from '../computed/saved-headers';
import type { CallFinished, CallStarted, EventGenerator } from '../events/event';
import { completeCall } from '../computed/computed-call';
import { addRemembered } from '../memory/remember';
import { addEndedSecrets, markSecretBody, type RunSecrets } from './run-secrets';
import { describeOutcome, describeStoreCall, type SendOutcome } from './outcome';
import { type CallEnding, findRestEnd, findStepState, goesOn, isTriedAgain } from '../events/history';
import { describeUpload, listLargeFiles } from '../request-bodies/upload';
import { buildRequest, type BuiltRequest, type CallRequest, listCallTexts } from './request';
import type { SendFailure, RunPorts } from './ports';
import { countDue, countRequest, tooManyRequests } from './request-count';
import { decideRuling } from './response-rule';
import { describeRefusal, logRequest, type RunScope, scopeAttempt } from './run-scope';
import { identifyAttempt, placeOf, placeOfNotice } from '../events/call-place';
import { findRenewal, renewed, tellRenewal } from './token-refusal';
import { awaitTurn, describeTurnWait, findPaced, readRest } from './turn';
import { isStoreUrl } from '../stores/store-address';
import { atOnce } from '../json/json-parts';
import { listCallValues } from '../values/value-references';
import { listSecretTexts } from '../values/value-use';

/** One page, or one try, of a repeated call. */
export interface Round {
  /** Counted from 1; part of the Idempotency-Key. */
  page: number;
  /** The call of this page: its URL may be the one that the page before it named. */
  call: ApiCall;
  /** Adds to the request which page is asked for. */
  change(request: CallRequest): BuiltRequest;
  /** Turns the event of a response into that of the page. Called only when no rule stops the run or retries the call. */
  finish(finished: CallFinished, outcome: SendOutcome, request: CallRequest): Promise<CallFinished>;
  /** Returns the variables that the whole call has gained with this response; undefined when more rounds follow. */
  listGained(finished: CallFinished): CallFinished['saved'] | undefined;
}

/** A call that is over, and the request that was sent last. */
export interface CallResult {
  ending: CallEnding;
  /** Undefined when no request was built. */
  request: CallRequest | undefined;
}

/**
 * Sends a call until it needs no further try. It does not wait: when the caller asks for the event after `retry-scheduled`, it
 * tries again at once.
 */
export async function* runCall(
  scope: RunScope,
  { call: written, name, handling }: ChainCall,
  step: number,
  round?: Round,
): EventGenerator<CallResult> {
  const { secrets } = scope;
  const known = secrets.listAdded().length;
  const { inTurns = atOnce } = scope.ports;
  const earlier = findStepState(scope.past, step);
  const call = round?.call ?? written;
  const about = { step, callId: call.id, callName: name, source: 'chain' as const, ...pageOf(round) };
  if (earlier.kind === 'due' && !countDue(scope, step, earlier.attempt)) {
    const ending = { kind: 'call-refused', step, errorMessage: tooManyRequests } as const;
    yield { ...about, ...ending };
    return { ending, request: undefined };
  }
  // A list may have hundreds of pages. Building the first page has already found every secret that the pages are sent with.
  if (earlier.kind === 'ended' && round && round.page > 1 && !postsNotice(earlier.ending)) {
    const { ending } = earlier;
    addEndedSecrets(secrets, ending);
    return { ending, request: undefined };
  }
  const place = placeOf({ callId: call.id, item: scope.item, page: round?.page });
  // Outside of loops, a runner resumes the run only after the wait.
  if (earlier.kind === 'due' && earlier.rest && scope.item !== undefined) {
    yield { kind: 'wait-scheduled', step, until: findRestEnd(earlier.rest, scope.ports.now()), why: 'retry' };
  }
  for (let { attempt, renewals, keyNumber } = earlier; ; attempt += 1) {
    // A past call is built too, because its request may hold secrets from variables, which later calls must mask.
    const kept = keyNumber === 1 && scope.keptKey?.step === step ? scope.keptKey.key : undefined;
    const key = kept ?? identifyAttempt(scope, place, keyNumber);
    const attemptId = identifyAttempt(scope, place, attempt);
    const own = scopeAttempt(scope, listCallTexts(call), attemptId);
    const { built, unobtained, lacksCredentials, found } = await buildRound(own, call, key, round, renewals);
    const request = built.kind === 'request' ? built.request : undefined;
    secrets.add(request?.secrets ?? found);
    await inTurns(secrets.addFiltered(listCallTexts(call), own.variables));
    if (earlier.kind === 'ended') {
      const { ending } = earlier;
      addEndedSecrets(secrets, ending);
      return { ending, request };
    }
    if (built.kind === 'refused') {
      const ending = {
        kind: 'call-refused',
        step,
        errorMessage: describeRefusal(scope, built),
        ...(lacksCredentials && { lacksCredentials }),
      } as const;
      yield { ...about, ...ending };
      return { ending, request };
    }
    const { maskSecrets } = secrets;
    const paced = unobtained ? undefined : findPaced(call, built.request, { step, attempt });
    const turn = paced && (yield* awaitTurn(scope.ports, paced));
    const unsent = unobtained ?? (turn?.kind === 'never' ? turn.outcome : undefined);
    const waited = turn?.kind === 'now' ? describeTurnWait(turn.waitedMs, built.request) : undefined;
    const logged = { ...logRequest(built.request, scope, call), ...(waited && { waited }) };
    yield { kind: 'call-started', ...about, attempt, request: logged };
    if (isStoreUrl(built.request.url)) markSecretBody(built.request, maskSecrets);
    if (built.request.keepsBytes) maskWhileSending(built.request, secrets, call);
    const outcome = unsent ?? (await scope.ports.send(built.request, attemptId));
    secrets.add(built.request.secrets);
    if (outcome.kind === 'response') secrets.add(listSecretsOfHead(call.responseMapping, outcome));
    const restMs = paced ? readRest(outcome) : 0;
    if (paced && restMs > 0) await scope.ports.deferTurns(paced, outcome.answeredAt + restMs);
    const renewal = renewals === 0 ? await inTurns(findRenewal(call, built.request, outcome)) : undefined;
    if (renewal) await scope.ports.reject(renewal.connectionId, renewal.generation);
    const ruling = renewal
      ? renewed
      : handling
        ? await decideRuling(handling, outcome, {
            attempt: attempt - renewals,
            maskSecrets,
            ports: scope.ports,
          })
        : null;
    const described = await inTurns(
      describeOutcome(outcome, {
        mapping: call.responseMapping,
        ruling,
        maskSecrets,
        addSaved: secrets.addSaved,
        logAllowance: scope.logAllowance,
        url: built.request.url,
      }),
    );
    const isOneTooMany = isTriedAgain({ ruling }) && !countRequest(scope);
    const sentWith = outcome.kind === 'failure' && !outcome.sent ? {} : readSentWith(call, built.request);
    const ended: CallFinished = {
      kind: 'call-finished',
      ...about,
      attempt,
      ...described,
      ruling,
      ...sentWith,
      ...describeStoreCall(built.request, outcome, key),
      ...(isOneTooMany && noFurtherTry),
    };
    const pageEnd = round && goesOn(ended) ? await round.finish(ended, outcome, built.request) : ended;
    const added = round?.listGained(pageEnd);
    const completed = await inTurns(completeCall(scope, call, pageEnd, added));
    const gained = round ? added : [];
    const finished = await inTurns(
      addRemembered(completed, call, { variables: scope.variables, gained, secrets }),
    );
    const learned = isTriedAgain(finished) ? [] : secrets.listAdded().slice(known);
    if (learned.length > 0) finished.secrets = learned;
    yield finished;
    if (!isTriedAgain(finished)) return { ending: finished, request };
    if (finished.response !== null) keyNumber = attempt + 1;
    if (renewal) renewals += 1;
    if (renewal) continue;
    yield { kind: 'retry-scheduled', step, attempt: attempt + 1, delayMs: finished.ruling?.delayMs ?? 0 };
  }
}

function readSentWith(
  { authConfig }: ApiCall,
  { connection }: CallRequest,
): Pick<CallFinished, 'connectionId' | 'connectionVersion'> {
  if (authConfig.type !== 'connection') return {};
  return { connectionId: authConfig.connectionId, connectionVersion: connection?.version };
}

function postsNotice(ending: CallEnding): boolean {
  return ending.kind === 'call-finished' && ending.ruling?.action === 'webhook';
}

function pageOf(round: Round | undefined): { page?: number } {
  return round ? { page: round.page } : {};
}

async function buildRound(
  scope: Parameters<typeof buildAuthorized>[0],
  call: ApiCall,
  key: string,
  round: Round | undefined,
  renewals: number,
): Promise<Built> {
  const authorized = await buildAuthorized(scope, call, key);
  const result = renewals > 0 ? tellRenewal(authorized) : authorized;
  if (!round || result.built.kind === 'refused') return result;
  return { ...result, built: round.change(result.built.request) };
}

interface Built {
  built: BuiltRequest;
  unobtained?: SendFailure;
  /** Set when the call is refused because its connection has no usable credentials. */
  lacksCredentials?: true;
  /** The secret values that the call names. A refused call has them too, since its message may hold them. */
  found: string[];
}

/** Builds the request of a call with the credentials of its connection and the organization's values that it names. */
export async function buildAuthorized(
  {
    ports,
    variables,
    readValues,
  }: Pick<RunScope, 'variables' | 'readValues'> & {
    ports: Pick<RunPorts, 'authorize' | 'digest' | 'hasFile' | 'inTurns'>;
  },
  call: ApiCall,
  idempotencyKey: string,
): Promise<Built> {
  const names = listCallValues(call);
  const values = names.length > 0 ? await readValues(names) : [];
  const found = listSecretTexts(values);
  const { inTurns = atOnce } = ports;
  if (call.authConfig.type !== 'connection') {
    const own = await inTurns(buildRequest(call, variables, idempotencyKey, { values }));
    return { built: await describeFiles(own, ports), found };
  }
  const authorization = await ports.authorize(call.authConfig.connectionId);
  if (authorization.kind === 'refused') return { built: authorization, lacksCredentials: true, found };
  const { grant } = authorization;
  const granted = await inTurns(buildRequest(call, variables, idempotencyKey, { grant, values }));
  const built = await describeFiles(granted, ports);
  return authorization.kind === 'granted'
    ? { built, found }
    : { built, unobtained: authorization.outcome, found };
}

/** Adds to a request how the log describes its files. Refused when one of them is not a file, or not one that the run has. */
async function describeFiles(
  built: BuiltRequest,
  { digest, hasFile }: Pick<RunPorts, 'digest' | 'hasFile'>,
): Promise<BuiltRequest> {
  const upload = built.kind === 'request' ? built.request.upload : undefined;
  if (built.kind === 'refused' || !upload) return built;
  for (const file of listLargeFiles(upload)) {
    if (!(await hasFile?.(file))) return notKept;
  }
  const described = describeUpload(upload, digest);
  if (described.kind === 'refused') return described;
  const { body, files } = described;
  return { kind: 'request', request: { ...built.request, body, files } };
}

const notKept = {
  kind: 'refused',
  message:
    'Nothing was sent: a file of more than 1 MiB can only be sent by the execution that saved it, and replays of it, as long as it is kept.',
} as const;

/** The end of a call whose next try would exceed the limit of requests: the call ends with its last try. */
const noFurtherTry: Pick<CallFinished, 'outcome' | 'errorMessage' | 'saved' | 'ruling'> = {
  outcome: 'error',
  errorMessage: tooManyRequests,
  saved: [],
  ruling: null,
};

/** Sends a rule's notice once, if it could be built. It is never retried, because its outcome changes nothing but the run's note. */
export async function* sendNotice(
  scope: RunScope,
  about: Pick<CallStarted, 'step' | 'callId' | 'callName'>,
  built: BuiltRequest,
): EventGenerator<void> {
  const earlier = findStepState(scope.past, about.step);
  if (earlier.kind === 'ended') {
    noteUnsent(scope, about.callName, earlier.ending.errorMessage);
    return;
  }
  const { attempt } = earlier;
  const { logAllowance } = scope;
  const { maskSecrets } = scope.secrets;
  const isOneTooMany = built.kind === 'request' && !countDue(scope, about.step, attempt);
  if (built.kind === 'refused' || isOneTooMany) {
    const errorMessage = built.kind === 'refused' ? describeRefusal(scope, built) : tooManyRequests;
    yield { kind: 'call-refused', ...about, source: 'rule', errorMessage };
    noteUnsent(scope, about.callName, errorMessage);
    return;
  }
  const { request } = built;
  const sent = { ...about, source: 'rule', attempt } as const;
  yield { kind: 'call-started', ...sent, request: logRequest(request, scope) };
  const place = placeOfNotice({ callId: about.callId, item: scope.item });
  const outcome = await scope.ports.send(request, identifyAttempt(scope, place, attempt));
  const { inTurns = atOnce } = scope.ports;
  const described = await inTurns(
    describeOutcome(outcome, { mapping: { extractFields: [] }, ruling: null, maskSecrets, logAllowance }),
  );
  yield { kind: 'call-finished', ...sent, ...described, ruling: null };
  noteUnsent(scope, about.callName, described.errorMessage);
}

/** Notes why nobody was told, so that a run that completes does not look as if all had gone well. Lists say it at their items. */
function noteUnsent({ item, closing }: RunScope, callName: string, errorMessage: string | null): void {
  if (errorMessage === null || item !== undefined) return;
  closing.notes.push(`The webhook about ${callName} failed: ${errorMessage}`);
}

/** Lets a request hide what the log hides while its response arrives: also a token that is made when it is sent. */
function maskWhileSending(request: CallRequest, secrets: RunSecrets, call: ApiCall): void {
  request.noteHead = (head) => secrets.add(listSecretsOfHead(call.responseMapping, head));
  request.maskSecrets = (text, most) => {
    secrets.add(request.secrets);
    return secrets.maskSecrets(text, most);
  };
}
