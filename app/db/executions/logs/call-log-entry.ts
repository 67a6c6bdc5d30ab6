// A call of a log, before it is known what it did to a webhook. The names are those of the JSON API and of the logs screen alike.
import type { LoggedRequest, LoggedResponse, ResponseRuling } from '~/engine/events/event';
import type { Extraction } from '~/engine/variables';
import type { LoggedResponseStep } from './response-handling';
import type { StepStatus } from '../../core/schema';

/** One try of a call that was tried more than once. */
export interface RetryAttempt {
  /** From 1. */
  attemptNumber: number;
  /** Null when no response came. */
  statusCode: number | null;
  responseBody: string | null;
  error: string | null;
  duration: number | null;
  /** Milliseconds until the next attempt; null after the last. */
  delayMs: number | null;
  timestamp: string;
}

export interface RetryData {
  /** How many attempts may follow the first, by the rule that asked for them. */
  maxRetries: number | null;
  retryAttempts: RetryAttempt[];
}

/** What the call's response handling did with its last response. */
export interface ResponseHandlingInfo {
  matchedAction: ResponseRuling['action'];
  /** What the rule that matched was written for; null when the default action applied. */
  matchedStatusCode: string | null;
  /** The last attempt, from 1. */
  retryAttempt: number;
  totalRetries: number;
  finalSuccess: boolean;
  executionStopped: boolean;
  stopReason: string | null;
  hasRetryConfig: boolean;
  hasWebhookURL: boolean;
}

/** One call of an execution, or the notice that a response rule posted about one. */
export interface PlainCallLog {
  /** Place in the run, from 0. */
  step: number;
  /** A call of the chain, or a rule's notice to a webhook. */
  kind: 'call' | 'webhook';
  callId: string;
  apiCallName: string;
  status: StepStatus;
  message: string;
  error: string | null;
  /** When the last attempt was sent, ISO 8601; null when nothing was sent. */
  startedAt: string | null;
  /** Of the last attempt, in milliseconds. */
  duration: number | null;
  /** Of the last attempt; null when nothing was sent. */
  request:
    | (Omit<LoggedRequest, 'headers'> & {
        headers: Record<string, string>;
        apiCallName: string;
        responseHandling: ResponseHandlingInfo | null;
        responseHandlingStep: LoggedResponseStep | null;
        retryData: RetryData | null;
      })
    | null;
  /** Of the last attempt; null when no response came. */
  response:
    | (Omit<LoggedResponse, 'headers'> & {
        headers: Record<string, string>;
        responseMapping: { saveAs: Extraction | null; extractions: Extraction[] };
      })
    | null;
  /** How often the last attempt was put on the wire: more than once when a process died before its response was known. */
  sends: number;
}
