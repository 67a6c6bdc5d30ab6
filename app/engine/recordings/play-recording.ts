// Runs a definition on the recorded responses of another run; nothing is sent. The run ends at the first request whose response
// was not recorded.
import type { CallStarted, RunEnded } from '../events/event';
import type { LoopStep } from '../definition/loop-step';
import type { Definition } from '../integration';
import type { LoggedRequest, LoggedResponse } from '../logged';
import type { DeliveryRequest } from '../delivery/delivery-request';
import { toBase64 } from '../files/base64';
import type { SendOutcome } from '../run/outcome';
import type { Variables } from '../placeholders/reference';
import { runIntegration, type RunPorts } from '../run/run';

/** One attempt of a call, or of a rule's notice, as the log has it, secrets masked. */
export interface RecordedAttempt {
  source: CallStarted['source'];
  callId: string;
  callName: string;
  /** The item of a call in a loop, from 1. */
  item?: number | undefined;
  /** The page, or try, of a repeated call, from 1. */
  page?: number | undefined;
  /** Counted from 1. */
  attempt: number;
  request: LoggedRequest;
  /** Null when no response came. */
  response: LoggedResponse | null;
  errorMessage: string | null;
  durationMs: number;
  /** Milliseconds since 1970. */
  answeredAt: number;
}

export type PlayedRequest = Pick<
  RecordedAttempt,
  'source' | 'callId' | 'callName' | 'item' | 'page' | 'attempt' | 'request'
>;

export interface Played {
  /** The requests that would have been sent, in order. */
  requests: PlayedRequest[];
  /** The end of the run; or the call whose response was not recorded, or only in part. */
  end:
    | { kind: 'ended'; status: RunEnded['status']; errorMessage: string | null; variables: Variables }
    | { kind: 'unrecorded' | 'cut'; callName: string };
}

export interface Playback {
  /** The id within the Idempotency-Keys. */
  executionId: string;
  /** The definition with its secrets in plain text. */
  definition: Definition;
  triggerData: unknown;
  request: DeliveryRequest | undefined;
  attempts: RecordedAttempt[];
  ports: Pick<
    RunPorts,
    | 'authorize'
    | 'readValues'
    | 'listSecrets'
    | 'digest'
    | 'memory'
    | 'findAnswerAddress'
    | 'readAnswer'
    | 'inTurns'
  > & {
    /** Awaited before each response, so that other work of this process can run; without it responses come at once. */
    rest?(): Promise<void>;
  };
}

/** Returns a key that identifies an attempt within its run. */
export function keyOfAttempt({
  source,
  callId,
  item = 0,
  page = 0,
  attempt,
}: Omit<PlayedRequest, 'callName' | 'request'>): string {
  return `${source} ${callId} ${item} ${page} ${attempt}`;
}

export async function playRecording({ attempts, ports, definition, ...about }: Playback): Promise<Played> {
  const recorded = new Map(attempts.map((attempt) => [keyOfAttempt(attempt), attempt]));
  const sentForItems = new Set(attempts.map(({ callId, item = 0 }) => `${item} ${callId}`));
  const requests: PlayedRequest[] = [];
  let answer: RecordedAttempt | undefined;
  const events = runIntegration({
    ...about,
    definition: withoutCrowds(definition),
    past: [],
    // A wait without a recorded answer is passed as in a test.
    skipsWaits: true,
    wasSent: (callId, item) => sentForItems.has(`${item} ${callId}`),
    ports: {
      ...ports,
      // At this time, every wait is over.
      now: () => Infinity,
      send: async (request) => {
        await ports.rest?.();
        if (!answer) throw new Error('A call was sent that had not been announced.');
        return request.keepsBytes ? withBytes(toOutcome(answer), ports.digest) : toOutcome(answer);
      },
      takeTurn: async () => ({ kind: 'now', waitedMs: 0 }),
      deferTurns: async () => undefined,
      reject: async () => undefined,
    },
  });
  let ended: Pick<RunEnded, 'status' | 'errorMessage'> | undefined;
  for (;;) {
    const { done, value: event } = await events.next();
    if (done) {
      if (!ended) throw new Error('A run ended without saying so.');
      const { status, errorMessage } = ended;
      return { requests, end: { kind: 'ended', status, errorMessage, variables: event } };
    }
    if (event.kind === 'run-ended') ended = event;
    if (event.kind !== 'call-started') continue;
    const { source, callId, callName, loop, page, attempt, request } = event;
    const asked = { source, callId, callName, item: loop?.index, page, attempt, request };
    requests.push(asked);
    answer = recorded.get(keyOfAttempt(asked));
    if (!answer) return { requests, end: { kind: 'unrecorded', callName } };
    if (answer.response?.truncated) return { requests, end: { kind: 'cut', callName } };
  }
}

/** Runs the items of lists one by one, in the order in which they are recorded too. */
function withoutCrowds(definition: Definition): Definition {
  const { loopSteps } = definition;
  return loopSteps ? { ...definition, loopSteps: loopSteps.map(withoutCrowd) } : definition;
}

function withoutCrowd(loop: LoopStep): LoopStep {
  return { ...loop, atOnce: 1 };
}

/** Restores the bytes of a body, which the log has as text or base64. Text that was not UTF-8 becomes UTF-8. */
function withBytes(outcome: SendOutcome, digest: RunPorts['digest']): SendOutcome {
  if (outcome.kind === 'failure') return outcome;
  const { base64, size } = outcome.binary
    ? { base64: outcome.body, size: outcome.bodyBytes }
    : encodeText(outcome.body);
  const sha256 = digest(base64, size);
  return sha256 === undefined ? outcome : { ...outcome, bodyBytes: size, bytes: { base64, sha256 } };
}

function encodeText(text: string): { base64: string; size: number } {
  const bytes = new TextEncoder().encode(text);
  return { base64: toBase64(bytes), size: bytes.length };
}

function toOutcome({ response, errorMessage, durationMs, answeredAt }: RecordedAttempt): SendOutcome {
  if (response) return { kind: 'response', ...response, toldError: errorMessage, durationMs, answeredAt };
  const message = errorMessage ?? 'No answer came.';
  // The reason does not matter here.
  return { kind: 'failure', reason: 'connection', sent: true, message, durationMs, answeredAt };
}
