/** The events of a run: the shape of the log that runner, tests and screens share. Secrets are masked. */
import type { Match, Otherwise } from '../definition/conditional-step';
import type { ResponseAction } from '../definition/response-step';
import type { RunFailure } from './failure-kind';
import type { FreshKeys, MemoryRead, Remembered } from './memory-event';
import type { FailureReason } from './failure-reason';
import type { Extraction, LoggedRequest, LoggedResponse } from '../logged';
import type { FilledAnswer } from '../senders/answer';
import type { PastWait, WaitBegun, WaitEnded } from './wait-event';

/** The most characters of a body that the log keeps. */
export const loggedBodyLength = 256 * 1024;

/** The characters of bodies that the log of one execution holds; after that, how many it keeps of each further body. */
export const loggedBodiesLength = 16 * 1024 * 1024;
export const briefBodyLength = 4 * 1024;

/** The longest JSON of an extracted value that the log repeats beside the body. */
export const loggedValueLength = 8 * 1024;

/** An item of a loop. */
export interface LoopPlace {
  /** The id of the loop. */
  id: string;
  /** The number of the item, from 1. */
  index: number;
  /** The number of items that are run. */
  of: number;
}

interface CallEvent {
  /** The place in the run: see `step-number.ts`. */
  step: number;
  /** Undefined outside of loops. */
  loop?: LoopPlace;
  callId: string;
  callName: string;
  /** The page, or try, of a repeated call, from 1. */
  page?: number;
}

/** The call is about to be sent; the listener must store this on disk before asking for the next event. */
export interface CallStarted extends CallEvent {
  kind: 'call-started';
  /** `chain`: a call of the chain. `rule`: the notice that a response rule posts about one. */
  source: 'chain' | 'rule';
  /** Counted from 1; part of the Idempotency-Key. */
  attempt: number;
  request: LoggedRequest;
}

/**
 * The decision of a call's response handling after an attempt. `renew` is not the action of a rule: the target refused the
 * token of the call's connection, and the call is sent once more with a new one.
 */
export interface ResponseRuling {
  action: ResponseAction | 'renew';
  /** The matching code as the rule has it, `any` for a rule without codes; null when the default action applied. */
  matchedStatusCode: string | null;
  /** The conditions of the rule in words, if it has some; also when its retries are used up. */
  matchedConditions?: string;
  /** The index of the rule, from 0; set when any rule has conditions or leads to a call. */
  ruleIndex?: number;
  /** Set when the rule's conditions mean that the call failed, whatever its status. */
  isFailure?: true;
  /** The part of the response that conditions could not read, in words. */
  note?: string;
  /** Milliseconds until the next attempt, for `retry`. */
  delayMs: number | null;
  /** The recipient, for `stop_notify`; null means the organization's owners. */
  notificationEmail: string | null;
  /** When the response came or was given up, in milliseconds since 1970; for failed calls, and for `webhook`. */
  answeredAt: number | null;
  hasRetryConfig: boolean;
  hasWebhookURL: boolean;
}

/** A call has ended, with its response or the reason why it has none. */
export interface CallFinished extends CallEvent {
  kind: 'call-finished';
  source: 'chain' | 'rule';
  attempt: number;
  outcome: 'success' | 'error';
  response: LoggedResponse | null;
  errorMessage: string | null;
  /** The reason why there is no response. */
  failureReason?: FailureReason;
  durationMs: number;
  extractions: Extraction[];
  /** The variables that the run continues with, unmasked, so to be stored encrypted. Empty while attempts follow. */
  saved: [name: string, value: unknown][];
  /** Null when the call has no response handling. */
  ruling: ResponseRuling | null;
  /** The connection that the call was sent with; undefined when it was not sent. */
  connectionId?: string;
  /** The connection's version whose credentials were sent. */
  connectionVersion?: number | undefined;
  /** The values for later runs, unmasked: stored in one transaction with this event, and never by a test. */
  remembered?: Remembered[];
  /** The key by which a store knows the call; set for a call to a store that has responded. */
  storeKey?: string;
  /** What the run learned to hide by this call, unmasked, so to be stored encrypted; for the last attempt. */
  secrets?: string[];
}

/** A wait. `aside`: only one item of a loop waits, and the listener asks the run for its next event. */
interface Wait {
  step: number;
  loop?: LoopPlace;
  aside?: true;
}

/**
 * The run waits before it retries a call. The listener stores this event, ends this run without asking for another, and resumes
 * it from its past events when the time has come: a waiting execution occupies no runner.
 */
interface RetryScheduled extends Wait {
  kind: 'retry-scheduled';
  attempt: number;
  delayMs: number;
}

/**
 * The run continues at a time: the listener ends it as after `retry-scheduled`, and resumes it when the time has come. Nothing
 * of the step was sent.
 */
interface WaitScheduled extends Wait {
  kind: 'wait-scheduled';
  /** Milliseconds since 1970. */
  until: number;
  /**
   * `turn`: the call's connection has a pace, and its turn comes later. `repeat`: the next page, or try, is due then. `retry`:
   * a retry that was scheduled before is due then. `items`: all items under way wait, or were held. `wait`: a wait before a
   * call, of any length, which does not count for the run's time limit.
   */
  why: 'turn' | 'repeat' | 'retry' | 'items' | 'wait';
  /** The call that waits for an answer. */
  answerTo?: string;
}

/** A loop was reached. Its list is stored, so that a resumed run has the same items. */
export interface LoopBegun {
  kind: 'loop-begun';
  step: number;
  loopId: string;
  itemName: string;
  /** The items that are run, unmasked: to be stored encrypted. */
  items: unknown[];
  /** The number of items in the list that were not left out as seen or remembered. */
  of: number;
  /** The number of steps for each item. */
  stride: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Set when the loop runs only new items: the keys that it found. */
  fresh?: FreshKeys;
}

/** An item succeeded or failed. It never begins again. */
export interface ItemEnded extends Pick<RunEnded, 'errorMessage' | 'notify' | 'failure'> {
  kind: 'item-ended';
  step: number;
  loop: LoopPlace;
  outcome: 'success' | 'error';
  /** The values for the lists of its loop, unmasked: to be stored encrypted. */
  saved: [name: string, value: unknown][];
  /** What the run learned to hide with these values, likewise: the calls behind the loop mask it. */
  secrets?: string[];
  /** True when other items are under way: the next event may take a while. */
  othersUnderWay: boolean;
  /** The key of the completed item, seen from now on: stored in one transaction with this event, and never by a test. */
  seenKey?: string;
}

/** All items of a loop have ended, or the run ends at one of them, or the value to loop over is not a list. */
export interface LoopEnded extends Partial<Omit<FreshKeys, 'newKeys'>> {
  kind: 'loop-ended';
  step: number;
  loopId: string;
  outcome: 'success' | 'error';
  ok: number;
  failed: number;
  errorMessage: string | null;
  /** The lists of the loop, whose values its items have kept. */
  extractions: Extraction[];
  /** The recipient of a mail about failed items, though the run goes on. */
  notify: RunEnded['notify'];
  /** In milliseconds since 1970, as `at`. */
  beganAt: number;
  at: number;
  count: number;
  of: number;
  stride: number;
}

/** The call, or the notice, could not be built: nothing was sent. */
export interface CallRefused extends CallEvent {
  kind: 'call-refused';
  source: 'chain' | 'rule';
  errorMessage: string;
  /** Set when the connection of the call has no usable credentials. */
  lacksCredentials?: true;
}

/** A condition or a rule skipped this call; `errorMessage` begins with 'Conditional execution:' or 'Response handling:'. */
export interface CallSkipped extends CallEvent {
  kind: 'call-skipped';
  errorMessage: string;
}

/** One comparison of a conditional step, as the log shows it. Values are masked. */
export interface ConditionCheck {
  fieldName: string;
  conditionType: string;
  expectedValue: unknown;
  /** Undefined when the variable or path does not exist: shown as null/missing. */
  actualValue: unknown;
  met: boolean;
}

/** A conditional step was reached. All its checks must hold, or any of them. */
export interface ConditionChecked {
  kind: 'condition-checked';
  step: number;
  loop?: LoopPlace;
  conditionalStepId: string;
  checks: ConditionCheck[];
  /** Whether all checks had to hold, or any. */
  match: Match;
  /** Whether the checks held as `match` asks. */
  conditionMet: boolean;
  /** The consequence when they did not hold; null when they did. */
  otherwise: Otherwise | null;
  nextApiCallAction: 'execute' | 'skip';
  /** The next call, when it is skipped because the conditions do not hold; null when they do, or no call follows. */
  skippedCallName: string | null;
  /** The call that the run continues with; null when there is none. */
  nextCallName: string | null;
}

/** The answer to the sender that waits for this run is known. Only that sender gets it, so it is stored encrypted. */
export interface AnswerMade {
  kind: 'answer-made';
  /** The unmasked answer; null when it could not be filled in. */
  answer: FilledAnswer | null;
  /** The answer with its secrets masked, for the log. */
  shown: FilledAnswer | null;
  errorMessage: string | null;
}

export interface RunEnded {
  kind: 'run-ended';
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
  /** The note on a completed run: items failed, or were left out. */
  note?: string;
  /** Set when a response rule stopped the run, or an item of it, and notifies people. */
  notify: { callName: string; email: string | null } | null;
  /** The failure behind an error; undefined when it is unknown. */
  failure?: RunFailure;
  /** Set for an error with which the run ended only behind its last call, because items failed. */
  reachedEnd?: true;
}

export type RunEvent =
  | CallStarted
  | CallFinished
  | RetryScheduled
  | WaitScheduled
  | WaitBegun
  | WaitEnded
  | CallRefused
  | CallSkipped
  | ConditionChecked
  | LoopBegun
  | ItemEnded
  | LoopEnded
  | AnswerMade
  | MemoryRead
  | RunEnded;

/** The listener's reply to an item's event: `hold` stops the item, and the run then ends at a wait. */
export type Reply = 'hold' | undefined;

/** A generator that yields one event each time it is asked, and returns a result. */
export type EventGenerator<Result> = AsyncGenerator<RunEvent, Result, Reply>;

/** A recorded response; its body is present only when a rule's notice needs it. */
export type PastResponse = Pick<LoggedResponse, 'status'> &
  Partial<Pick<LoggedResponse, 'body' | 'truncated'>>;

/**
 * The events of an interrupted run that are needed to resume it. Steps are counted anew from the definition and the variables,
 * so skips are not needed; nor are checks, except those with values of the organization, which may have changed since.
 */
export type RecordedEvent =
  | PastWait
  | Pick<CallStarted, 'kind' | 'step' | 'attempt'>
  | (Pick<CallFinished, 'kind' | 'step' | 'attempt' | 'outcome' | 'errorMessage' | 'failureReason'> &
      Pick<CallFinished, 'saved' | 'ruling' | 'secrets'> & {
        response: PastResponse | null;
        /** In place of `secrets`, in what an earlier release stored: everything that is saved is secret. */
        hasSecretResponse?: true;
        /** In milliseconds since 1970; set when a wait is counted from it. */
        endedAt?: number;
      })
  | Pick<CallRefused, 'kind' | 'step' | 'errorMessage' | 'lacksCredentials'>
  | Pick<ConditionChecked, 'kind' | 'step' | 'checks'>
  | (Pick<LoopBegun, 'kind' | 'step' | 'items' | 'of' | 'at'> & Pick<LoopEnded, 'known' | 'remembered'>)
  | (Omit<ItemEnded, 'loop' | 'othersUnderWay' | 'seenKey'> & {
      /** In place of `secrets`, in what an earlier release stored: everything that is handed on is secret. */
      hasSecret?: true;
    })
  | Omit<LoopEnded, 'loopId' | 'extractions' | 'beganAt' | 'at' | 'stride'>;
