// A definition run on the answers that another run got: nothing is sent. What the definition asks for that nobody recorded
// ends the run there.
import type { CallStarted, RunEnded } from '../events/event';
import type { LoopStep } from '../definition/loop-step';
import type { Definition } from '../integration';
import type { LoggedRequest, LoggedResponse } from '../logged';
import type { DeliveryRequest } from '../delivery/delivery-request';
import { toBase64 } from '../files/base64';
import type { SendOutcome } from '../run/outcome';
import type { Variables } from '../placeholders/reference';
import { runIntegration, type RunPorts } from '../run/run';

/** One attempt of a call, or of a rule's notice, as the log holds it, secrets masked. */
export interface RecordedAttempt {
  source: CallStarted['source'];
  callId: string;
  callName: string;
  /** Of a call in a loop: of which item, from 1. */
  item?: number | undefined;
  /** Of a call that is repeated: which page, or try, it is, from 1. */
  page?: number | undefined;
  /** From 1. */
  attempt: number;
  request: LoggedRequest;
  /** Null when no answer came. */
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
  /** What would have been sent, in this order. */
  requests: PlayedRequest[];
  /** How the run ended; or the call at which the recording had no answer, or not the whole of one. */
  end:
    | { kind: 'ended'; status: RunEnded['status']; errorMessage: string | null; variables: Variables }
    | { kind: 'unrecorded' | 'cut'; callName: string };
}

export interface Playback {
  /** Stands in the keys of the calls. */
  executionId: string;
  /** With its secrets in the clear. */
  definition: Definition;
  triggerData: unknown;
  request: DeliveryRequest | undefined;
  attempts: RecordedAttempt[];
  ports: Pick<
    RunPorts,
    'authorize' | 'readValues' | 'digest' | 'memory' | 'findAnswerAddress' | 'readAnswer'
  > & {
    /** Awaited before each answer, so that other work of this process has a turn; without it answers come at once. */
    rest?(): Promise<void>;
  };
}

/** What tells an attempt of one run from the others. */
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
    // What nobody answered in the recording is as in a test.
    skipsWaits: true,
    wasSent: (callId, item) => sentForItems.has(`${item} ${callId}`),
    ports: {
      ...ports,
      // Every wait is over.
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

/** Items of a list one after the other, in which order they are recorded, too. */
function withoutCrowds(definition: Definition): Definition {
  const { loopSteps } = definition;
  return loopSteps ? { ...definition, loopSteps: loopSteps.map(withoutCrowd) } : definition;
}

function withoutCrowd(loop: LoopStep): LoopStep {
  return { ...loop, atOnce: 1 };
}

/** The log has a body as text, or in base64; what was no UTF-8 on the wire is so now. */
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
  if (response) return { kind: 'response', ...response, durationMs, answeredAt };
  const message = errorMessage ?? 'No answer came.';
  // What the reason was nobody asks here.
  return { kind: 'failure', reason: 'connection', sent: true, message, durationMs, answeredAt };
}
