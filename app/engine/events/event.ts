/** What a run tells while it goes on: the shape of the log that runner, tests and screens share. Secrets are masked. */
import type { Match, Otherwise } from '../definition/conditional-step';
import type { ResponseAction } from '../definition/response-step';
import type { RunFailure } from './failure-kind';
import type { FreshKeys, MemoryRead, Remembered } from './memory-event';
import type { FailureReason } from './failure-reason';
import type { Extraction, LoggedRequest, LoggedResponse } from '../logged';
import type { FilledAnswer } from '../senders/answer';
import type { PastWait, WaitBegun, WaitEnded } from './wait-event';

/** At most this much of a body stands in the log. */
export const loggedBodyLength = 256 * 1024;

/** How many characters of bodies the log of one execution may hold; after that, how many it keeps of each further body. */
export const loggedBodiesLength = 16 * 1024 * 1024;
export const briefBodyLength = 4 * 1024;

/** An extracted value whose JSON is longer than this is not repeated beside the body it came from. */
export const loggedValueLength = 8 * 1024;

/** The item of a loop that something belongs to. */
export interface LoopPlace {
  /** Of the loop. */
  id: string;
  /** From 1. */
  index: number;
  /** How many items are run. */
  of: number;
}

interface CallEvent {
  /** Place in the run: see `step-number.ts`. */
  step: number;
  /** None outside of loops. */
  loop?: LoopPlace;
  callId: string;
  callName: string;
  /** Of a call that is repeated: which page, or try, it is, from 1. */
  page?: number;
}

/** The call is about to be sent; the listener must have this on disk before asking for the next event. */
export interface CallStarted extends CallEvent {
  kind: 'call-started';
  /** A call of the chain, or the notice that a response rule posts about one. */
  source: 'chain' | 'rule';
  /** From 1; part of the Idempotency-Key. */
  attempt: number;
  request: LoggedRequest;
}

/**
 * What a call's response handling decided after an attempt. `renew` is nobody's rule: the token of the call's connection was
 * refused, and the call is sent once more with a new one.
 */
export interface ResponseRuling {
  action: ResponseAction | 'renew';
  /** What the rule that matched was written for, `any` for every code; null when the default action applied. */
  matchedStatusCode: string | null;
  /** Its conditions, in words, where it has some; also those of a rule whose tries are used up. */
  matchedConditions?: string;
  /** Its place in the list of rules, from 0, where some rule has conditions or leads to a call. */
  ruleIndex?: number;
  /** Its conditions say that the call failed, whatever its status. */
  isFailure?: true;
  /** What could not be looked at, in words. */
  note?: string;
  /** Milliseconds until the next attempt, for `retry`. */
  delayMs: number | null;
  /** Who is mailed, for `stop_notify`; null means the organization's owners. */
  notificationEmail: string | null;
  /** When the response came, or was given up, in milliseconds since 1970: of a call that failed, and for `webhook`, which posts it. */
  answeredAt: number | null;
  hasRetryConfig: boolean;
  hasWebhookURL: boolean;
}

/** The response, or why there is none. */
export interface CallFinished extends CallEvent {
  kind: 'call-finished';
  source: 'chain' | 'rule';
  attempt: number;
  outcome: 'success' | 'error';
  response: LoggedResponse | null;
  errorMessage: string | null;
  /** Why there is no response. */
  failureReason?: FailureReason;
  durationMs: number;
  extractions: Extraction[];
  /** The variables that the run continues with, unmasked: to be kept sealed. Empty while attempts are to come. */
  saved: [name: string, value: unknown][];
  /** Null where the call has no response handling. */
  ruling: ResponseRuling | null;
  /** The connection that it was sent with, where it was sent. */
  connectionId?: string;
  /** What the runs to come know of it, unmasked: to be kept together with this, and not by a test. */
  remembered?: Remembered[];
}

/** Where one item of a loop waits, `aside` says that the run itself goes on: it is to be asked for its next event. */
interface Wait {
  step: number;
  loop?: LoopPlace;
  aside?: true;
}

/**
 * The run waits before it tries a call again. The listener stores it, ends this run without asking for another
 * event, and runs again with the past when the time has come: a waiting execution holds nobody.
 */
export interface RetryScheduled extends Wait {
  kind: 'retry-scheduled';
  /** The attempt that is due after the wait. */
  attempt: number;
  delayMs: number;
}

/**
 * The run goes on at a time: the listener ends it as behind `retry-scheduled`, and runs again with the past when the time has
 * come. Nothing of the step was sent.
 */
export interface WaitScheduled extends Wait {
  kind: 'wait-scheduled';
  /** Milliseconds since 1970. */
  until: number;
  /**
   * `turn`: its connection has a pace, and the turn of the call comes later. `repeat`: the next page, or try, is due then.
   * `retry`: so is a try that was scheduled before. `items`: all items of a loop that are under way wait, or were held.
   * `wait`: a call is to be waited before, for however long: its time is not the run's.
   */
  why: 'turn' | 'repeat' | 'retry' | 'items' | 'wait';
  /** The call before which an answer is waited for. */
  answerTo?: string;
}

/** A loop was reached: its list is kept, so that the same items are run wherever the run goes on. */
export interface LoopBegun {
  kind: 'loop-begun';
  step: number;
  loopId: string;
  itemName: string;
  /** Those that are run, unmasked: to be kept sealed. */
  items: unknown[];
  /** How many the list has. */
  of: number;
  /** How many steps there are for each item. */
  stride: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Of one that runs new items only: what was left out of the list. */
  fresh?: FreshKeys;
}

/** An item went to its end, or failed. It is not begun again. */
export interface ItemEnded extends Pick<RunEnded, 'errorMessage' | 'notify' | 'failure'> {
  kind: 'item-ended';
  step: number;
  loop: LoopPlace;
  outcome: 'success' | 'error';
  /** What it gives to the lists of its loop, unmasked: to be kept sealed. */
  saved: [name: string, value: unknown][];
  /** What comes next may take a while. */
  othersUnderWay: boolean;
  /** By which it is seen from now on, since it is done: to be kept together with this, and not by a test. */
  seenKey?: string;
}

/** All items of a loop have their end, or the run ends at one; also of a list that is none. */
export interface LoopEnded {
  kind: 'loop-ended';
  step: number;
  loopId: string;
  outcome: 'success' | 'error';
  ok: number;
  failed: number;
  errorMessage: string | null;
  /** Its lists, which its items have kept. */
  extractions: Extraction[];
  /** Who gets a mail that items failed, though the run goes on. */
  notify: RunEnded['notify'];
  /** Milliseconds since 1970, as `at`. */
  beganAt: number;
  at: number;
  count: number;
  of: number;
  stride: number;
  /** Of one that runs new items only: how many were left out, since they had been seen. */
  known?: number;
}

/** The call, or the notice, could not be written: nothing was sent. */
export interface CallRefused extends CallEvent {
  kind: 'call-refused';
  source: 'chain' | 'rule';
  errorMessage: string;
}

/**
 * A condition or a rule took the run past this call; `errorMessage` begins with 'Conditional execution:' or 'Response
 * handling:'.
 */
export interface CallSkipped extends CallEvent {
  kind: 'call-skipped';
  errorMessage: string;
}

/** One comparison of a conditional step, as the log shows it. Values are masked. */
export interface ConditionCheck {
  fieldName: string;
  conditionType: string;
  expectedValue: unknown;
  /** Undefined when there is no such variable or path: shown as null/missing. */
  actualValue: unknown;
  met: boolean;
}

/** A conditional step was reached; all its checks must hold, or any of them. */
export interface ConditionChecked {
  kind: 'condition-checked';
  step: number;
  loop?: LoopPlace;
  conditionalStepId: string;
  checks: ConditionCheck[];
  /** How many of the checks had to hold. */
  match: Match;
  /** Whether they did. */
  conditionMet: boolean;
  /** What followed because they did not; null when they did. */
  otherwise: Otherwise | null;
  nextApiCallAction: 'execute' | 'skip';
  /** The next call, when it is left out because the conditions do not hold; null when they do, or no call follows. */
  skippedCallName: string | null;
  /** The call that the run continues with; null when there is none. */
  nextCallName: string | null;
}

/** What the sender that waits for this run is to be answered is known. It goes to nobody else, so it is kept sealed. */
export interface AnswerMade {
  kind: 'answer-made';
  /** Unmasked; null when it could not be filled in. */
  answer: FilledAnswer | null;
  /** The same as the log shows it. */
  shown: FilledAnswer | null;
  errorMessage: string | null;
}

export interface RunEnded {
  kind: 'run-ended';
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
  /** What is to be said of one that is completed: that items failed, or were left out. */
  note?: string;
  /** A response rule stopped the run, or an item of it, and wants people notified. */
  notify: { callName: string; email: string | null } | null;
  /** What an error is of; it is of nothing known without. */
  failure?: RunFailure;
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

/** What the listener may answer an event of an item: `hold` lets it go no further, and the run end at a wait. */
export type Reply = 'hold' | undefined;

/** Tells what happens, one event whenever it is asked, and ends with a result. */
export type Telling<Result> = AsyncGenerator<RunEvent, Result, Reply>;

/** Of a response that was recorded, its body is known only where a rule's notice needs it. */
export type PastResponse = Pick<LoggedResponse, 'status'> &
  Partial<Pick<LoggedResponse, 'body' | 'truncated'>>;

/**
 * The history of a run that was interrupted: its events, as far as going on needs them. Steps are counted
 * anew from the definition and the variables, so skips need not be among them; nor need checks, but those of the
 * organization's values, which may have changed since.
 */
export type RecordedEvent =
  | PastWait
  | Pick<CallStarted, 'kind' | 'step' | 'attempt'>
  | (Pick<
      CallFinished,
      'kind' | 'step' | 'attempt' | 'outcome' | 'errorMessage' | 'failureReason' | 'saved' | 'ruling'
    > & {
      response: PastResponse | null;
      /** Milliseconds since 1970, where waits are counted from it. */
      endedAt?: number;
    })
  | Pick<CallRefused, 'kind' | 'step' | 'errorMessage'>
  | Pick<ConditionChecked, 'kind' | 'step' | 'checks'>
  | (Pick<LoopBegun, 'kind' | 'step' | 'items' | 'of' | 'at'> & Pick<LoopEnded, 'known'>)
  | Pick<ItemEnded, 'kind' | 'step' | 'outcome' | 'errorMessage' | 'notify' | 'failure' | 'saved'>
  | Pick<
      LoopEnded,
      'kind' | 'step' | 'outcome' | 'ok' | 'failed' | 'count' | 'of' | 'errorMessage' | 'notify'
    >;
