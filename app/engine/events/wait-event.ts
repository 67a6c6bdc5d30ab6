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
}

/** `continued`: a person did not let it last. `skipped`: a test waits for nothing. */
export type WaitOutcome = 'over' | 'continued' | 'skipped';

/** The run goes on. */
export interface WaitEnded extends WaitEvent {
  kind: 'wait-ended';
  outcome: WaitOutcome;
  /** Milliseconds since 1970. */
  at: number;
}

/** What going on needs of them. */
export type PastWait =
  /** `isContinued`: it is to last no longer. */
  | (Pick<WaitBegun, 'kind' | 'step' | 'beganAt' | 'until'> & { isContinued?: true })
  | Pick<WaitEnded, 'kind' | 'step' | 'beganAt' | 'at'>;
