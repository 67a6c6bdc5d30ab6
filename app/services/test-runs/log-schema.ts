// The logs of an integration's tests, as the JSON API and the editor get them from `log.ts`. The API's document names these
// schemas.
import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import {
  ConditionLog,
  ExecutionLog,
  ExecutionStatus,
  ExecutionSummary,
  LoggedResponseStep,
  ResponseHandling,
  RetryAttempt,
} from '../executions/log-schema';

const milliseconds = z.number().nullable().describe('Milliseconds.');
const headers = z.record(z.string(), z.string());

const head = {
  id: z.string(),
  kind: z.enum(['API CALL', 'RETRY', 'CONDITIONAL EXECUTION']),
  status: z.enum(['success', 'error', 'warning', 'info', 'skipped', 'conditional']),
  apiCallName: z.string(),
  message: z.string(),
  createdAt: Time,
};

const TestResult = z.object({
  ...head,
  method: z.string().describe('CONDITIONAL for a condition that was checked.'),
  /** Empty for a condition. */
  url: z.string(),
  duration: milliseconds,
  error: z.string().nullable(),
});
export type TestResult = z.infer<typeof TestResult>;

/** A test that a caller waited for, with what it did in order of time. */
export const IntegrationTest = z.object({
  executionId: Id,
  status: ExecutionStatus,
  success: z
    .boolean()
    .nullable()
    .describe('Whether it completed, also with a note; null when it has not ended yet.'),
  /** Why the test failed. */
  error: z.string().nullable(),
  note: ExecutionSummary.shape.note,
  waits: ExecutionLog.shape.waits,
  logs: z.array(TestResult),
});
export type IntegrationTest = z.infer<typeof IntegrationTest>;

const TestAttempt = z.object({
  attemptNumber: RetryAttempt.shape.attemptNumber,
  status: head.status,
  /** Null when no response came. */
  response: z.object({ status: z.number().int(), body: z.string() }).nullable(),
  error: z.string().nullable(),
  duration: milliseconds,
  delayMs: milliseconds,
  /** When the attempt was sent. */
  timestamp: Time,
});
export type TestAttempt = z.infer<typeof TestAttempt>;

const { fieldName, conditionType, conditionMet, nextApiCallAction } = ConditionLog.shape;
const { matchedAction, matchedStatusCode, totalRetries, finalSuccess } = ResponseHandling.shape;

/** One step of a test: a call, a call with retries, or a condition. */
export const TestLog = z.object({
  ...head,
  executionId: Id,
  details: z.object({
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers,
        body: z.string(),
        /** The response handling that the call defines. */
        responseHandling: LoggedResponseStep.nullable(),
      })
      .nullable(),
    response: z
      .object({
        status: z.number().int(),
        headers,
        body: z.string(),
        /** The actions of the response handling. */
        responseHandling: ResponseHandling.nullable(),
      })
      .nullable(),
    error: z.string().nullable(),
    duration: milliseconds,
    conditionalExecution: z
      .object({
        fieldName,
        conditionType,
        expectedValue: z.string(),
        /** 'null/missing' when there was no value. */
        actualValue: z.string(),
        conditionMet,
        nextApiCallAction,
      })
      .nullable(),
    responseHandlingExecution: z
      .object({
        matchedAction,
        matchedStatusCode,
        totalRetries,
        finalSuccess,
        retryAttempts: z
          .array(TestAttempt)
          .describe('All attempts of a call that was retried, including the first.'),
      })
      .nullable(),
  }),
});
export type TestLog = z.infer<typeof TestLog>;
export type TestLogStatus = TestLog['status'];
