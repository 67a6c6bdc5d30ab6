// A definition run on the answers that another run got: nothing is sent. What the definition asks for that nobody recorded
// ends the run there.
import type { CallStarted, RunEnded } from '../events/event';
import type { Definition } from '../integration';
import type { LoggedRequest, LoggedResponse } from '../logged';
import type { DeliveryRequest } from '../delivery/delivery-request';
import type { SendOutcome } from '../run/outcome';
import type { Variables } from '../placeholders/reference';
import { runIntegration, type RunPorts } from '../run/run';

/** One attempt of a call, or of a rule's notice, as the log holds it, secrets masked. */
export interface RecordedAttempt {
  source: CallStarted['source'];
  callId: string;
  callName: string;
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
  'source' | 'callId' | 'callName' | 'page' | 'attempt' | 'request'
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
  ports: Pick<RunPorts, 'authorize' | 'readValues'> & {
    /** Awaited before each answer, so that whoever else works in this process has a turn; without it answers come at once. */
    rest?(): Promise<void>;
  };
}

/** What tells an attempt of one run from the others. */
export function keyOfAttempt({
  source,
  callId,
  page = 0,
  attempt,
}: Omit<PlayedRequest, 'callName' | 'request'>): string {
  return `${source} ${callId} ${page} ${attempt}`;
}

export async function playRecording({ attempts, ports, ...about }: Playback): Promise<Played> {
  const recorded = new Map(attempts.map((attempt) => [keyOfAttempt(attempt), attempt]));
  const requests: PlayedRequest[] = [];
  let answer: RecordedAttempt | undefined;
  const events = runIntegration({
    ...about,
    past: [],
    ports: {
      ...ports,
      send: async () => {
        await ports.rest?.();
        if (!answer) throw new Error('A call was sent that had not been announced.');
        return toOutcome(answer);
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
    const { source, callId, callName, page, attempt, request } = event;
    requests.push({ source, callId, callName, page, attempt, request });
    answer = recorded.get(keyOfAttempt(event));
    if (!answer) return { requests, end: { kind: 'unrecorded', callName } };
    if (answer.response?.truncated) return { requests, end: { kind: 'cut', callName } };
  }
}

function toOutcome({ response, errorMessage, durationMs, answeredAt }: RecordedAttempt): SendOutcome {
  if (response) return { kind: 'response', ...response, durationMs, answeredAt };
  const message = errorMessage ?? 'No answer came.';
  return { kind: 'failure', reason: 'recorded', message, durationMs, answeredAt };
}
