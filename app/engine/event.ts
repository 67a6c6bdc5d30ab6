/** What a run tells while it goes on: the shape of the log that runner, tests and screens share. Secrets are masked. */
import type { Extraction } from './variables';

/** At most this much of a body stands in the log. */
export const loggedBodyLength = 256 * 1024;

/** An extracted value whose JSON is longer than this is not repeated beside the body it came from. */
export const loggedValueLength = 8 * 1024;

export interface LoggedRequest {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
  /** The log holds only the first part of the body. */
  truncated: boolean;
}

export interface LoggedResponse {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  /** Text; base64 when `binary`. */
  body: string;
  bodyBytes: number;
  binary: boolean;
  truncated: boolean;
}

interface CallEvent {
  /** Place in the run, from 0. */
  step: number;
  callId: string;
  callName: string;
}

/** The call is about to be sent; whoever listens must have this on disk before asking for the next event. */
export interface CallStarted extends CallEvent {
  kind: 'call-started';
  attempt: number;
  request: LoggedRequest;
}

/** The answer, or why there is none. */
export interface CallFinished extends CallEvent {
  kind: 'call-finished';
  attempt: number;
  outcome: 'success' | 'error';
  response: LoggedResponse | null;
  errorMessage: string | null;
  durationMs: number;
  extractions: Extraction[];
  /** The variables that the run goes on with, unmasked: to be kept sealed. */
  saved: [name: string, value: unknown][];
}

/** The call could not be written: nothing was sent. */
export interface CallRefused extends CallEvent {
  kind: 'call-refused';
  errorMessage: string;
}

export interface RunEnded {
  kind: 'run-ended';
  status: 'completed' | 'error' | 'cancelled';
  errorMessage: string | null;
}

export type RunEvent = CallStarted | CallFinished | CallRefused | RunEnded;

/** What a run that was interrupted had already told: its events, as far as going on needs them. */
export type PastEvent =
  | Pick<CallStarted, 'kind' | 'step' | 'attempt'>
  | Pick<CallFinished, 'kind' | 'step' | 'outcome' | 'errorMessage' | 'saved'>
  | Pick<CallRefused, 'kind' | 'step' | 'errorMessage'>;
