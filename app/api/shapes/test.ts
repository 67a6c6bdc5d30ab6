// Tests of an integration and their logs as they are answered.
import { z } from 'zod';
import type { IntegrationTest } from '~/services/test-runs/whole-chain';
import type { TestLog } from '~/services/test-runs/log';
import { attemptNumber, ExecutionStatus, LoggedResponseStep, ResponseHandling } from './execution';
import { Id, nameResponse, Time } from './registry';

const head = {
  id: z.string(),
  kind: z.enum(['API CALL', 'RETRY', 'CONDITIONAL EXECUTION']),
  status: z.enum(['success', 'error', 'warning', 'info', 'skipped', 'conditional']),
  apiCallName: z.string(),
  message: z.string(),
  createdAt: Time,
};

const milliseconds = z.number().nullable().describe('Milliseconds.');
const headers = z.record(z.string(), z.string());

export const IntegrationTestResponse = nameResponse(
  'IntegrationTest',
  z.object({
    executionId: Id,
    status: ExecutionStatus,
    success: z.boolean().nullable().describe('Null when it has not ended yet.'),
    error: z.string().nullable(),
    logs: z.array(
      z.object({
        ...head,
        method: z.string().describe('CONDITIONAL for a condition that was checked.'),
        url: z.string(),
        duration: milliseconds,
        error: z.string().nullable(),
      }),
    ),
  }) satisfies z.ZodType<IntegrationTest>,
);

const Attempt = z.object({
  attemptNumber,
  status: head.status,
  response: z.object({ status: z.number().int(), body: z.string() }).nullable(),
  error: z.string().nullable(),
  duration: milliseconds,
  delayMs: milliseconds,
  timestamp: Time,
});

export const TestLogResponse = nameResponse(
  'TestLog',
  z.object({
    ...head,
    executionId: Id,
    details: z.object({
      request: z
        .object({
          method: z.string(),
          url: z.string(),
          headers,
          body: z.string(),
          responseHandling: LoggedResponseStep.nullable(),
        })
        .nullable(),
      response: z
        .object({
          status: z.number().int(),
          headers,
          body: z.string(),
          responseHandling: ResponseHandling.nullable(),
        })
        .nullable(),
      error: z.string().nullable(),
      duration: milliseconds,
      conditionalExecution: z
        .object({
          fieldName: z.string(),
          conditionType: z.string(),
          expectedValue: z.string(),
          actualValue: z.string(),
          conditionMet: z.boolean(),
          nextApiCallAction: z.enum(['execute', 'skip']),
        })
        .nullable(),
      responseHandlingExecution: z
        .object({
          matchedAction: ResponseHandling.shape.matchedAction,
          matchedStatusCode: ResponseHandling.shape.matchedStatusCode,
          totalRetries: ResponseHandling.shape.totalRetries,
          finalSuccess: ResponseHandling.shape.finalSuccess,
          retryAttempts: z
            .array(Attempt)
            .describe('Every attempt of a call that was tried again, the first too.'),
        })
        .nullable(),
    }),
  }) satisfies z.ZodType<TestLog>,
);
