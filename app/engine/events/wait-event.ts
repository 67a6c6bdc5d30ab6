import type { Extraction } from '../logged';

/** The events of a wait before a call; see `definition/call-wait.ts`. */
interface WaitEvent {
  step: number;
  callId: string;
  callName: string;
  /** The beginning and the end of the wait, in milliseconds since 1970. */
  beganAt: number;
  until: number;
}

/** A wait was reached. The listener stores this on disk before the run is released. */
export interface WaitBegun extends WaitEvent {
  kind: 'wait-begun';
  /** The question of a wait for an answer, secrets masked. */
  asks?: AskedQuestion;
  /** It was begun before, by a clock that was ahead: this beginning replaces that one. */
  isAnew?: true;
}

interface AskedQuestion {
  /** Empty when the wait has no message. */
  message: string;
  choices: string[];
}

/**
 * How a wait ended. `continued`: a person ended it early. `skipped`: a test does not wait. A wait for an answer ends as
 * `answered`, or as `timeout` when no answer came in time.
 */
export type WaitOutcome = 'over' | 'continued' | 'skipped' | 'answered' | 'timeout';

/** An answer as the log shows it, secrets masked. */
export interface LoggedWaitAnswer {
  choice: string;
  comment: string;
  /** The beginning of what else a program sent, as JSON. */
  body?: string;
  /** The network address of the sender; empty when nothing was sent. */
  from: string;
}

/** The wait is over, and the run continues. */
export interface WaitEnded extends WaitEvent {
  kind: 'wait-ended';
  outcome: WaitOutcome;
  /** Milliseconds since 1970. */
  at: number;
  asks?: AskedQuestion;
  answer?: LoggedWaitAnswer;
  /** The variable with the answer. */
  saved?: [name: string, value: unknown][];
  /** The variable as the log shows it. */
  extractions?: Extraction[];
}

/** The parts of these events that are needed to resume a run. */
export type PastWait =
  /** `isContinued`: a person has ended the wait early. */
  | (Pick<WaitBegun, 'kind' | 'step' | 'beganAt' | 'until' | 'asks'> & { isContinued?: true })
  /** `isCopied`: another run has waited, which this one replays. */
  | (Pick<WaitEnded, 'kind' | 'step' | 'beganAt' | 'at' | 'saved'> & {
      outcome?: WaitOutcome;
      isCopied?: true;
    });
