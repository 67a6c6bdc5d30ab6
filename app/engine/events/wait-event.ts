import type { Extraction } from '../logged';

/** What a run tells of a wait before a call; see `definition/call-wait.ts`. */
interface WaitEvent {
  step: number;
  /** The call that the run waits before. */
  callId: string;
  callName: string;
  /** When the wait began, and when it is over, in milliseconds since 1970. */
  beganAt: number;
  until: number;
}

/** A wait was reached. The listener has this on disk before the run is given back. */
export interface WaitBegun extends WaitEvent {
  kind: 'wait-begun';
  /** Of a wait for an answer: what is asked, secrets masked. */
  asks?: AskedQuestion;
}

export interface AskedQuestion {
  /** Empty when nothing is written. */
  message: string;
  choices: string[];
}

/**
 * `continued`: a person did not let it last. `skipped`: a test waits for nothing. Of a wait for an answer `answered`, or `timeout`
 * when none came in time.
 */
export type WaitOutcome = 'over' | 'continued' | 'skipped' | 'answered' | 'timeout';

/** An answer as the log shows it, secrets masked. */
export interface LoggedWaitAnswer {
  choice: string;
  comment: string;
  /** What a program sent beside these, as JSON; the beginning of it. */
  body?: string;
  /** The network address that it came from; empty where it was not sent. */
  from: string;
}

/** The run goes on. */
export interface WaitEnded extends WaitEvent {
  kind: 'wait-ended';
  outcome: WaitOutcome;
  /** Milliseconds since 1970. */
  at: number;
  asks?: AskedQuestion;
  answer?: LoggedWaitAnswer;
  /** The variable that it gives. */
  saved?: [name: string, value: unknown][];
  /** The same for the log. */
  extractions?: Extraction[];
}

/** What going on needs of them. */
export type PastWait =
  /** `isContinued`: it is to last no longer. */
  | (Pick<WaitBegun, 'kind' | 'step' | 'beganAt' | 'until' | 'asks'> & { isContinued?: true })
  | (Pick<WaitEnded, 'kind' | 'step' | 'beganAt' | 'at' | 'saved'> & { outcome?: WaitOutcome });
