// What a run asks of its runner: to send, to sign in, to wait for a turn, and the organization's values.
import type { ConnectionGrant } from '../connections/grant';
import type { AnswerValue } from '../definition/call-wait';
import type { LoggedWaitAnswer } from '../events/wait-event';
import type { Rest } from '../placeholders/in-portions';
import type { DigestFile } from '../request-bodies/upload';
import type { MemoryPort } from '../memory/memory';
import type { OrganizationValue } from '../values/value';
import type { SendOutcome } from './outcome';
import type { CallRequest, SentCredentials } from './request';

/**
 * What a connection gives a call, or why the call cannot be sent with it. `unobtained`: nothing was sent, because no token was
 * to be had just now; the call failed like one whose target did not answer.
 */
export type Authorization =
  | { kind: 'granted'; grant: ConnectionGrant }
  | { kind: 'unobtained'; grant: ConnectionGrant; outcome: Failure }
  | { kind: 'refused'; message: string };

export type Failure = Extract<SendOutcome, { kind: 'failure' }>;

/** When a call may be sent whose connection has a pace. */
export type Turn =
  /** It waited for so long. */
  | { kind: 'now'; waitedMs: number }
  /** At that time, in milliseconds since 1970, it is to be asked for again. */
  | { kind: 'later'; at: number }
  /** It would come too late: nothing is sent, and the call failed like one whose target did not answer. */
  | { kind: 'never'; outcome: Failure };

/** A call that waits for its turn. */
export interface PacedCall {
  connectionId: string;
  /** See `SentCredentials`. */
  paced: NonNullable<SentCredentials['paced']>;
  step: number;
  attempt: number;
}

/** An answer from outside that a run waits for, or that was given before it came to that; of a run that is played back also that none came. */
export interface GivenAnswer {
  value: AnswerValue;
  from: LoggedWaitAnswer['from'];
}

export interface RunPorts {
  /** Milliseconds since 1970: asked where items of a loop wait, each for its own time. */
  now(): number;
  send(request: CallRequest): Promise<SendOutcome>;
  /** Asked for before each attempt of a call that signs in with a connection. */
  authorize(connectionId: string): Promise<Authorization>;
  /** A target refused the token of this generation: it is not granted again. */
  reject(connectionId: string, generation: number): Promise<void>;
  /** Asked for before each attempt of a call whose connection has a pace; it may wait for a little while. */
  takeTurn(call: PacedCall): Promise<Turn>;
  /** A target asked for a rest: nobody's turn comes before `until`, in milliseconds since 1970. */
  deferTurns(call: PacedCall, until: number): Promise<void>;
  /** Asked for each file that is sent. */
  digest: DigestFile;
  /** The organization's values of these names, as they are now; those that it does not have are not among them. */
  readValues(names: readonly string[]): Promise<OrganizationValue[]>;
  /** See {@link Rest}; without it everything that need not wait is done at once. */
  rest?: Rest;
  /** What the integration remembers; without it nothing is. */
  memory?: MemoryPort;
  /** The address that answers the wait before a call, and what of it is secret; without it there is none. */
  findAnswerAddress?: (callId: string) => { url: string; secret: string };
  /** The answer to the wait before a call, if it has come. */
  readAnswer?: (callId: string) => Promise<GivenAnswer | undefined>;
}
