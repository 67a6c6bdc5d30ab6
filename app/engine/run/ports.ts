// What a run asks of its runner: to send requests, to sign in, to wait for a turn, and to read the organization's values.
import type { ConnectionGrant } from '../connections/grant';
import type { LargeFile } from '../files/file-value';
import type { AnswerValue } from '../definition/call-wait';
import type { LoggedWaitAnswer } from '../events/wait-event';
import type { InTurns } from '../json/json-parts';
import type { Rest } from '../placeholders/work-turns';
import type { DigestFile } from '../request-bodies/upload';
import type { MemoryPort } from '../memory/memory';
import type { OrganizationValue } from '../values/value';
import type { SendOutcome } from './outcome';
import type { CallRequest, SentCredentials } from './request';

/**
 * The credentials that a connection gives a call, or why the call cannot be sent with it. `unobtained`: no token could be
 * obtained just now and nothing was sent; the call fails as if its target did not answer.
 */
export type Authorization =
  | { kind: 'granted'; grant: ConnectionGrant }
  | { kind: 'unobtained'; grant: ConnectionGrant; outcome: SendFailure }
  | { kind: 'refused'; message: string };

export type SendFailure = Extract<SendOutcome, { kind: 'failure' }>;

/** When a call may be sent, for a connection with a pace. */
export type Turn =
  /** Now, after a wait of so many milliseconds. */
  | { kind: 'now'; waitedMs: number }
  /** The run asks again at that time, in milliseconds since 1970. */
  | { kind: 'later'; at: number }
  /** The turn would come too late: nothing is sent, and the call fails as if its target did not answer. */
  | { kind: 'never'; outcome: SendFailure };

/** A call that waits for its turn. */
export interface PacedCall {
  connectionId: string;
  /** See `SentCredentials`. */
  paced: NonNullable<SentCredentials['paced']>;
  step: number;
  attempt: number;
}

/** An answer that a run waits for, perhaps given before the wait; a recording also holds that none came. */
export interface GivenWaitAnswer {
  value: AnswerValue;
  from: LoggedWaitAnswer['from'];
}

export interface RunPorts {
  /** The time in milliseconds since 1970. */
  now(): number;
  /** `attemptId` identifies the attempt in traces. */
  send(request: CallRequest, attemptId: string): Promise<SendOutcome>;
  /** Called before each attempt of a call that signs in with a connection. */
  authorize(connectionId: string): Promise<Authorization>;
  /** Marks the token of this generation as refused by a target: it is not granted again. */
  reject(connectionId: string, generation: number): Promise<void>;
  /** Called before each attempt of a call whose connection has a pace; may wait for a short time. */
  takeTurn(call: PacedCall): Promise<Turn>;
  /** Defers all turns until `until`, in milliseconds since 1970, because a target asked for a rest. */
  deferTurns(call: PacedCall, until: number): Promise<void>;
  /** Called for each file that is sent. */
  digest: DigestFile;
  /** Checks whether the execution has this large file, unchanged; without it no large file is sent. */
  hasFile?: (file: LargeFile) => Promise<boolean>;
  /** Reads the current values of the organization with these names; unknown names are left out. */
  readValues(names: readonly string[]): Promise<OrganizationValue[]>;
  /** Lists the secrets that the organization keeps for the integration, so that the log masks them from its beginning. */
  listSecrets?: () => Promise<string[]>;
  /** See {@link Rest}; without it the run does everything at once that needs no wait. */
  rest?: Rest;
  /**
   * Calls `ring` after `ms` milliseconds, unless the function that it returns is called before. Without it, an item of a list
   * whose wait is over goes on when another item has an event.
   */
  setTimer?: (ms: number, ring: () => void) => () => void;
  /** Does long work in parts; without it, at once. */
  inTurns?: InTurns;
  /** The memory of the integration; without it nothing is remembered. */
  memory?: MemoryPort;
  /** Returns the address that answers the wait before a call, and its secret part; without it there is no address. */
  findAnswerAddress?: (callId: string) => { url: string; secret: string };
  /** Reads the answer to the wait before a call, if it has come. */
  readAnswer?: (callId: string) => Promise<GivenWaitAnswer | undefined>;
}
