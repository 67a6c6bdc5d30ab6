// Executions and their logs as they are answered.
import { z } from 'zod';
import type { ApiCallLog } from '~/db/executions/logs/call-logs';
import type { ConditionLog } from '~/db/executions/logs/condition-logs';
import type { ExecutionLog, ListedExecution } from '~/db/executions/logs/execution-logs';
import type { WebhookExecution } from '~/db/executions/logs/webhook-calls';
import type { Statistics } from '~/services/monitoring/operational-status';
import { Id, nameResponse, nameRequest, Time } from './registry';

export const ExecutionStatus = z.enum(['queued', 'running', 'completed', 'error', 'cancelled']);
export const TriggerType = z.enum(['manual', 'webhook', 'cron', 'event']);

export const ReplayBody = nameRequest(
  'Replay',
  z.object({
    from: z
      .enum(['start', 'failed'], { error: "Use 'start' or 'failed'" })
      .describe('From the first call, or from the one that failed, with what the calls before it gave.'),
  }),
);

nameRequest(
  'RunInput',
  z.object({ triggerData: z.unknown().optional().describe('Any JSON; its numbers keep their digits.') }),
);

const headers = z.record(z.string(), z.string());
const milliseconds = z.number().describe('Milliseconds.');

export const attemptNumber = z.number().int().describe('From 1, which is the first.');

export const Extraction = nameResponse(
  'Extraction',
  z.object({
    variableName: z.string(),
    jsonPath: z.string(),
    type: z.string().describe('The JSON type of the value; `missing` when there is none.'),
    success: z.boolean(),
    value: z.unknown().optional(),
    message: z.string().optional(),
  }),
);

export const ResponseHandling = nameResponse(
  'ResponseHandling',
  z
    .object({
      matchedAction: z.enum(['continue', 'stop_notify', 'retry', 'webhook']),
      matchedStatusCode: z.string().nullable().describe('Null when the default action applied.'),
      retryAttempt: z.number().int().describe('The last attempt; the first is 1.'),
      totalRetries: z.number().int().describe('The attempts after the first.'),
      finalSuccess: z.boolean(),
      executionStopped: z.boolean(),
      stopReason: z.string().nullable(),
      hasRetryConfig: z.boolean(),
      hasWebhookURL: z.boolean(),
    })
    .describe('What the response handling of a call did with its last answer.'),
);

export const LoggedResponseStep = nameResponse(
  'LoggedResponseHandlingStep',
  z
    .object({
      id: z.string(),
      order: z.number(),
      callId: z.string(),
      defaultAction: z.string(),
      statusCodeRulesCount: z.number().int(),
      targetAPICallName: z.string(),
      statusCodeRules: z.array(
        z.object({
          statusCodes: z.array(z.union([z.string(), z.number()])),
          action: z.string(),
          retryConfig: z
            .object({
              maxRetries: z.number().optional(),
              retryDelay: z.number().optional(),
              backoffStrategy: z.string().optional(),
            })
            .nullable(),
          webhookURL: z.string().nullable(),
        }),
      ),
    })
    .describe('The response handling that was asked for when the execution ran.'),
);

const RetryData = nameResponse(
  'RetryData',
  z.object({
    maxRetries: z.number().int().nullable().describe('How many attempts may follow the first.'),
    retryAttempts: z
      .array(
        z.object({
          attemptNumber,
          statusCode: z.number().int().nullable(),
          responseBody: z.string().nullable(),
          error: z.string().nullable(),
          duration: milliseconds.nullable(),
          delayMs: milliseconds.nullable(),
          timestamp: Time,
        }),
      )
      .describe('Every attempt, the first too.'),
  }),
);

const WebhookExecutionResponse = nameResponse(
  'WebhookExecution',
  z.object({
    url: z.string(),
    method: z.string(),
    headers,
    payload: z
      .unknown()
      .describe('The JSON that was sent; text when it is none, or when the log holds only a part.'),
    timestamp: Time,
    triggerReason: z.string(),
    originalApiCall: z
      .object({
        name: z.string(),
        url: z.string(),
        method: z.string(),
        statusCode: z.number().nullable(),
      })
      .nullable(),
    response: z
      .object({
        statusCode: z.number().int(),
        headers,
        body: z.string(),
        duration: milliseconds.nullable(),
      })
      .nullable(),
    error: z.string().nullable(),
    status: z.enum(['success', 'error', 'pending']),
  }) satisfies z.ZodType<WebhookExecution>,
);

const ApiCallLogResponse = nameResponse(
  'ApiCallLog',
  z.object({
    step: z.number().int().describe('Place in the run, from 0.'),
    kind: z.enum(['call', 'webhook']).describe('A call of the chain, or what a rule posted about one.'),
    callId: z.string(),
    apiCallName: z.string(),
    status: z.enum(['running', 'success', 'error', 'skipped']),
    message: z.string(),
    error: z.string().nullable(),
    startedAt: Time.nullable(),
    duration: milliseconds.nullable(),
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers,
        body: z.string(),
        truncated: z.boolean(),
        apiCallName: z.string(),
        responseHandling: ResponseHandling.nullable(),
        responseHandlingStep: LoggedResponseStep.nullable(),
        retryData: RetryData.nullable(),
      })
      .nullable(),
    response: z
      .object({
        status: z.number().int(),
        statusText: z.string(),
        headers,
        body: z.string().describe('Text; base64 when `binary`.'),
        bodyBytes: z.number().int(),
        binary: z.boolean(),
        truncated: z.boolean(),
        responseMapping: z.object({ saveAs: Extraction.nullable(), extractions: z.array(Extraction) }),
      })
      .nullable(),
    sends: z.number().int().describe('How often the last attempt was put on the wire.'),
    webhookExecution: WebhookExecutionResponse.nullable().describe(
      "The same as a webhook's, for what a rule posted and other calls that notify a webhook.",
    ),
  }) satisfies z.ZodType<ApiCallLog>,
);

const ConditionLogResponse = nameResponse(
  'ConditionalExecutionLog',
  z.object({
    step: z.number().int(),
    conditionalStepId: z.string(),
    conditionMet: z.boolean(),
    fieldName: z.string(),
    conditionType: z.string(),
    expectedValue: z.unknown(),
    actualValue: z.unknown(),
    nextApiCallAction: z.enum(['execute', 'skip']),
    skippedCallName: z.string().nullable().describe('The call that is left out when a check fails.'),
    nextCallName: z.string().nullable().describe('The call that the run goes on with.'),
    timestamp: Time,
  }) satisfies z.ZodType<ConditionLog>,
);

const summary = {
  id: Id,
  status: ExecutionStatus,
  triggerType: z.string(),
  isTest: z.boolean(),
  startedAt: Time.describe('When the trigger fired.'),
  completedAt: Time.nullable(),
  duration: milliseconds.nullable(),
  errorMessage: z.string().nullable(),
};

export const ExecutionSummary = nameResponse(
  'ExecutionSummary',
  z.object({ ...summary, hasDetails: z.boolean() }) satisfies z.ZodType<ListedExecution>,
);

export const ExecutionLogResponse = nameResponse(
  'ExecutionLog',
  z.object({
    ...summary,
    triggerData: z.unknown().describe('What the trigger delivered, its numbers with their digits.'),
    executionData: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The variables that the answers gave, by name.'),
    scheduledExecution: z
      .object({
        scheduledAt: Time,
        actualExecutionTime: Time,
        cronExpression: z.string(),
        timezone: z.string(),
        executionDelay: milliseconds,
        nextScheduledRun: Time.nullable(),
      })
      .nullable(),
    replayOf: z.string().nullable().describe('The execution that this one repeats.'),
    apiCallLogs: z.array(ApiCallLogResponse),
    conditionalExecutionLogs: z.array(ConditionLogResponse),
  }) satisfies z.ZodType<ExecutionLog>,
);

export const QueuedExecution = nameResponse(
  'QueuedExecution',
  z.object({ executionId: Id, status: z.literal('queued') }),
);

export const CancelledExecution = nameResponse(
  'CancelledExecution',
  z.object({ executionId: Id, status: z.literal('cancelled') }),
);

export const CapturedDelivery = nameResponse('CapturedDelivery', z.object({ captured: z.literal(true) }));

/** What a delivery is answered: it is run, or caught as a sample. */
export const AcceptedDelivery = nameResponse(
  'AcceptedDelivery',
  z.union([QueuedExecution, CapturedDelivery]),
);

export const SampleResponse = nameResponse(
  'SampleState',
  z.object({
    listeningUntil: Time.nullable(),
    sample: z
      .object({
        id: Id,
        origin: z.enum(['captured', 'execution']),
        receivedAt: Time,
        bytes: z.number().int(),
        payload: z.unknown().describe('Null when it is longer than 256 KiB.'),
      })
      .nullable(),
  }),
);

export const StatisticsResponse = nameResponse(
  'Statistics',
  z.object({
    totalExecutions: z.number().int(),
    successRate: z.number().nullable().describe('Percent of the executions that ended which completed.'),
    averageDuration: milliseconds.nullable(),
    lastExecutionAt: Time.nullable(),
  }) satisfies z.ZodType<Statistics>,
);

export const DeliveryResponse = nameResponse(
  'Delivery',
  z.object({
    at: Time,
    count: z.number().int().describe('How many in a row were refused alike.'),
    outcome: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('execution'), executionId: Id, status: ExecutionStatus }),
      z.object({ kind: z.literal('refused'), status: z.number().int() }),
    ]),
    reason: z.string().nullable(),
  }),
);
