// The scope of a run, which all its parts share.
import { loggedBodiesLength, type RecordedEvent, type RunEnded } from '../events/event';
import { indexPast, type Past } from '../events/history';
import type { ChainCall } from '../chain/chain';
import { explainLack, listLackedVariables } from '../lacked-variables';
import type { Lacked, LoggedRequest } from '../logged';
import type { SentFile } from '../request-bodies/upload';
import { isSecretHeader } from '../secrets/credential-names';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { maskUrlCredentials } from '../secrets/url-credentials';
import type { Variables } from '../placeholders/reference';
import type { Refused } from '../placeholders/refused';
import { attemptFact, type RunFacts, runName } from '../run-facts';
import { logBody, type LogAllowance } from './outcome';
import type { RunPorts } from './ports';
import { type CallRequest, listCallTexts, maskCredentials } from './request';
import type { RunSecrets } from './run-secrets';

export interface RunScope {
  executionId: string;
  /** The index of the item, from 1, inside a loop; part of the Idempotency-Key. */
  item?: number;
  variables: Variables;
  /** The variables of the trigger that the payload lacks. */
  lacked: Lacked[];
  past: Past;
  /**
   * Of a replay: the step of a call that an earlier execution sent without a response, and its Idempotency-Key, which the first
   * attempts have until a response arrives.
   */
  keptKey?: { step: number; key: string } | undefined;
  /**
   * Set when a recording is played back: tells whether it sent the call for the item, from 1. Which items were under way when
   * one ended the run depended on how fast they were answered then.
   */
  wasSent?: ((callId: string, item: number) => boolean) | undefined;
  /** True when waits before calls are skipped, as in a test. */
  skipsWaits?: boolean | undefined;
  /** The number of requests that were sent or wait for their next try. */
  requests: { count: number };
  /** How much the log may still keep of this run. */
  logAllowance: LogAllowance;
  /** The notes of a run that completes, the recipient of its mail, and the failure of items with which it ends all the same. */
  closing: {
    notes: string[];
    notify: RunEnded['notify'];
    failed?: Pick<RunEnded, 'errorMessage' | 'failure'>;
  };
  secrets: RunSecrets;
  ports: RunPorts;
  /** Reads like the port of this name, or finds nothing when the definition itself names something `org`. */
  readValues: RunPorts['readValues'];
}

/** The input for a scope. Without the optional fields, nothing was done before. */
export interface ScopeInput {
  executionId: string;
  /** The events that an interrupted run has recorded, in order; empty for a new run. */
  past?: readonly RecordedEvent[];
  /** The number of characters of bodies that the log of this run holds already. */
  loggedLength?: number;
  /** The number of requests that the run has sent already. */
  requestsBefore?: number;
  /** See `RunScope`. */
  keptKey?: RunScope['keptKey'];
  wasSent?: RunScope['wasSent'];
  skipsWaits?: RunScope['skipsWaits'];
  ports: RunPorts;
}

/** Creates the scope of a run that begins or is resumed. */
export function createScope(
  {
    executionId,
    past = [],
    loggedLength = 0,
    requestsBefore = 0,
    keptKey,
    wasSent,
    skipsWaits,
    ports,
  }: ScopeInput,
  {
    variables,
    lacked = [],
    secrets,
    readValues,
  }: Pick<RunScope, 'variables' | 'secrets' | 'readValues'> & Partial<Pick<RunScope, 'lacked'>>,
): RunScope {
  return {
    executionId,
    variables,
    lacked,
    secrets,
    ports,
    readValues,
    keptKey,
    wasSent,
    skipsWaits,
    past: indexPast(past),
    requests: { count: requestsBefore },
    logAllowance: { left: loggedBodiesLength - loggedLength },
    closing: { notes: [], notify: null },
  };
}

/** Writes the message of something that was not sent for the log: with what the payload lacks, and without secrets. */
export function describeRefusal(scope: RunScope, refused: Refused): string {
  return scope.secrets.maskSecrets(explainLack(refused, listLacked(scope)));
}

/** Lists the variables that the payload lacks, without those that a call has saved since. */
function listLacked({ lacked, variables }: RunScope): Lacked[] {
  return lacked.filter(({ variableName }) => variables.get(variableName) === null);
}

/** Returns the scope in which an attempt is built. The facts of the run hold the attempt only where a text of its call names it. */
export function scopeAttempt(
  scope: RunScope,
  texts: readonly string[],
  attemptId: string,
): Pick<RunScope, 'ports' | 'variables' | 'readValues'> {
  if (!texts.some((text) => text.includes(attemptFact))) return scope;
  const facts = scope.variables.get(runName) as RunFacts | undefined;
  // The integration may have a variable of its own with this name.
  if (facts?.id !== scope.executionId) return scope;
  return { ...scope, variables: new Map(scope.variables).set(runName, { ...facts, attemptId }) };
}

/** Describes a request for the log, without secrets. `call`: the call of the chain; undefined for a notice. */
export function logRequest(request: CallRequest, scope: RunScope, call?: ChainCall['call']): LoggedRequest {
  const { maskSecrets } = scope.secrets;
  const lacked = call ? listLacked(scope) : [];
  const sentWithout = call && lacked.length > 0 ? listLackedVariables(listCallTexts(call), lacked) : [];
  const { connection } = request;
  const isSecret = (name: string) =>
    Boolean(connection?.headers.includes(name)) || (call !== undefined && isSecretHeader(call, name));
  return {
    method: request.method,
    url: maskUrlCredentials(maskSecrets(request.url), connection?.query),
    headers: request.headers.map(([name, value]) => [
      name,
      isSecret(name) ? maskCredentials(name, value) : maskSecrets(value),
    ]),
    ...(connection && { connection: connection.label }),
    ...logBody(request.body, maskSecrets, scope.logAllowance),
    ...(sentWithout.length > 0 && { lacked: sentWithout }),
    ...(request.files && { files: request.files.map((file) => maskFile(file, maskSecrets)) }),
  };
}

function maskFile(file: SentFile, maskSecrets: MaskSecrets): SentFile {
  return { ...file, name: maskSecrets(file.name), type: maskSecrets(file.type) };
}
