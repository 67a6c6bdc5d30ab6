// An execution and its log, as `execution-log.ts` describes them to the JSON API, files and screens. The API's document names
// these schemas. Times are in ISO 8601, durations in milliseconds; numbers that JavaScript would change keep their digits.
import { z } from 'zod';
import { Condition, Match, Otherwise } from '~/engine/definition/conditional-step';
import { ResponseAction } from '~/engine/definition/response-step';
import { Extraction, LoggedRequest, LoggedResponse, ScheduledExecution } from '~/engine/logged';
import { executionStatuses } from '~/engine/run/execution-status';
import { DeliveryRequest } from '~/engine/delivery/delivery-request';
import { Id, Milliseconds, Time } from '~/engine/schema/response-fields';
import { replayFields } from './replay-log';
import { SenderAnswer } from './sender-answer';
import { CallWaitLog } from './wait-log';

export const ExecutionStatus = z.enum(executionStatuses);

const headers = z.record(z.string(), z.string());

export const ResponseHandling = z
  .object({
    matchedAction: ResponseAction,
    matchedStatusCode: z
      .string()
      .nullable()
      .describe('Null when the default action applied; `any` of a rule for every code.'),
    matchedConditions: z
      .string()
      .optional()
      .describe('The conditions of the rule that matched, in words, where it has some.'),
    note: z.string().optional().describe('What the conditions could not look at.'),
    retryAttempt: z.number().int().describe('The last attempt; the first is 1.'),
    totalRetries: z.number().int().describe('The attempts after the first.'),
    finalSuccess: z.boolean(),
    executionStopped: z.boolean(),
    stopReason: z.string().nullable(),
    hasRetryConfig: z.boolean(),
    hasWebhookURL: z.boolean(),
  })
  .describe('What the response handling of a call did with its last response.');
export type ResponseHandling = z.infer<typeof ResponseHandling>;

export const LoggedResponseStep = z
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
        when: z.array(Condition).optional(),
        action: z.string(),
        goToApiCallId: z.string().optional(),
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
  .describe('The response handling that was configured when the execution ran.');
export type LoggedResponseStep = z.infer<typeof LoggedResponseStep>;

/** One attempt of a call that was tried more than once, by a rule or with a renewed token. */
export const RetryAttempt = z.object({
  attemptNumber: z.number().int().describe('From 1, which is the first.'),
  /** Null when no response came. */
  statusCode: z.number().int().nullable(),
  responseBody: z.string().nullable(),
  error: z.string().nullable(),
  duration: Milliseconds.nullable(),
  /** The delay before the next attempt; null after the last. */
  delayMs: Milliseconds.nullable(),
  isRenewed: z.boolean().describe('Sent with a new token, after the target had refused the former one.'),
  timestamp: Time,
});
export type RetryAttempt = z.infer<typeof RetryAttempt>;

export const RetryData = z.object({
  /** The limit of the rule that asked for the attempts. */
  maxRetries: z.number().int().nullable().describe('How many attempts may follow the first.'),
  retryAttempts: z.array(RetryAttempt).describe('Every attempt, the first too.'),
});
export type RetryData = z.infer<typeof RetryData>;

export const ResponseMappingLog = z.object({
  saveAs: Extraction.nullable(),
  extractions: z.array(Extraction),
});
export type ResponseMappingLog = z.infer<typeof ResponseMappingLog>;

export const OriginalCall = z.object({
  name: z.string(),
  url: z.string(),
  method: z.string(),
  /** Null when no response came. */
  statusCode: z.number().nullable(),
});

export const WebhookExecution = z.object({
  url: z.string(),
  method: z.string(),
  headers,
  payload: z
    .unknown()
    .describe('The JSON that was sent. A text when it was not JSON, or the log holds only a part.'),
  /** The time when it was sent. */
  timestamp: Time,
  triggerReason: z.string(),
  /** The call that the notice is about; null when it is about none. */
  originalApiCall: OriginalCall.nullable(),
  response: z
    .object({ statusCode: z.number().int(), headers, body: z.string(), duration: Milliseconds.nullable() })
    .nullable(),
  error: z.string().nullable(),
  status: z.enum(['success', 'error', 'pending']),
});
export type WebhookExecution = z.infer<typeof WebhookExecution>;

const LoopPlace = z
  .object({
    id: z.string(),
    index: z.number().int().describe('Which item, from 1.'),
    of: z.number().int().describe('How many are run.'),
  })
  .optional()
  .describe('For a step of an item of a list: the for each, and the item.');

const page = {
  from: z.number().int().describe('The item that the page begins with, from 1.'),
  failedOnly: z.boolean(),
  previous: z.number().int().nullable().describe('The `item` that the page before begins with.'),
  next: z.number().int().nullable(),
};

export const ItemLog = z.object({
  index: z.number().int().describe('From 1.'),
  status: z.enum(['running', 'success', 'error']),
  error: z.string().nullable(),
});
export type ItemLog = z.infer<typeof ItemLog>;

/** A for each of an execution, and a page of its items. The calls of these items are among those of the log. */
export const LoopLog = z.object({
  step: z.number().int().describe('Place in the run, from 0.'),
  id: z.string(),
  itemName: z.string(),
  status: z.enum(['running', 'success', 'error', 'skipped']),
  error: z.string().nullable(),
  count: z.number().int().describe('How many items are run.'),
  of: z.number().int().describe('How many the list has, without those left out as seen or remembered.'),
  seen: z
    .number()
    .int()
    .optional()
    .describe('Of one that runs new items only: how many an earlier run had done, so they were left out.'),
  remembered: z
    .number()
    .int()
    .optional()
    .describe('Of a first run that only remembers what is there: how many items later runs leave out.'),
  ok: z.number().int().describe('Items that ended well.'),
  failed: z.number().int(),
  duration: Milliseconds.nullable().describe('Null while it goes on, and when the run ended before it.'),
  items: z.array(ItemLog).describe('Those of the page that were begun.'),
  page: z.object(page).describe('20 items; `loop`, `item` and `failed` ask for another page.'),
});
export type LoopLog = z.infer<typeof LoopLog>;

/** One call of an execution, or the notice that a response rule posted about one. */
export const ApiCallLog = z.object({
  step: z
    .number()
    .int()
    .describe('The position in the run, from 0. Steps of items have much larger numbers.'),
  loop: LoopPlace,
  kind: z.enum(['call', 'webhook']).describe('A call of the chain, or what a rule posted about one.'),
  callId: z.string(),
  apiCallName: z.string(),
  page: z.number().int().optional().describe('For a repeated call: the number of the page or try, from 1.'),
  status: z.enum(['running', 'success', 'error', 'skipped']),
  message: z.string(),
  error: z.string().nullable(),
  /** When the last attempt was sent; null when nothing was sent. */
  startedAt: Time.nullable(),
  /** The duration of the last attempt. */
  duration: Milliseconds.nullable(),
  /** The request of the last attempt; null when nothing was sent. */
  request: LoggedRequest.extend({
    headers,
    apiCallName: z.string(),
    responseHandling: ResponseHandling.nullable(),
    responseHandlingStep: LoggedResponseStep.nullable(),
    retryData: RetryData.nullable(),
  }).nullable(),
  /** The response to the last attempt; null when none came. */
  response: LoggedResponse.extend({ headers, responseMapping: ResponseMappingLog }).nullable(),
  /** The number is above 1 when a process died before the response was known. */
  sends: z.number().int().describe('How often the last attempt was put on the wire.'),
  webhookExecution: WebhookExecution.nullable().describe(
    "The same as a webhook's, for what a rule posted and other calls that notify a webhook.",
  ),
});
export type ApiCallLog = z.infer<typeof ApiCallLog>;

/** One comparison of a conditional step. */
export const ConditionLog = z.object({
  /** The place in the run of the step that the comparison belongs to, from 0. */
  step: z.number().int(),
  loop: LoopPlace,
  conditionalStepId: z.string(),
  conditionMet: z.boolean(),
  fieldName: z.string(),
  conditionType: z.string(),
  expectedValue: z.unknown(),
  /** Null also when the variable or path did not exist. */
  actualValue: z.unknown(),
  match: Match.describe('How many of the comparisons of the step had to hold.'),
  otherwise: Otherwise.nullable().describe('What followed when the condition failed; null when it held.'),
  /** The consequence of all the comparisons of the step. */
  nextApiCallAction: z.enum(['execute', 'skip']),
  /** Null also in logs of earlier releases. */
  skippedCallName: z
    .string()
    .nullable()
    .describe('The next call, when it was skipped because the condition did not hold.'),
  /** Null where the run ends. */
  nextCallName: z.string().nullable().describe('The call that the run continues with.'),
  timestamp: Time,
});
export type ConditionLog = z.infer<typeof ConditionLog>;

const summary = {
  id: Id,
  status: ExecutionStatus,
  triggerType: z.string().describe('What started it: `manual`, `public_form`, `webhook`, `cron` or `event`.'),
  /** Whether a member started it to try the integration out. */
  isTest: z.boolean(),
  startedAt: Time.describe('When the trigger fired.'),
  completedAt: Time.nullable(),
  duration: Milliseconds.nullable(),
  errorMessage: z.string().nullable(),
  note: z
    .string()
    .nullable()
    .describe('For a completed execution: items failed, were skipped, or may be on further pages.'),
};

/** An execution as a row of a list. */
export const ExecutionSummary = z.object({
  ...summary,
  /** Whether there is a log to open. */
  hasDetails: z.boolean(),
});
export type ExecutionSummary = z.infer<typeof ExecutionSummary>;

export const ExecutionLog = z.object({
  ...summary,
  /** Null also when the trigger delivered nothing. */
  triggerData: z.unknown().describe('What the trigger delivered, its numbers with their digits.'),
  request: DeliveryRequest.optional().describe(
    'The request that brought it, without what proves who sent it, where the integration uses it.',
  ),
  /** Null when there are no such variables. */
  executionData: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The variables that responses, lists and answers to waits gave, by name.'),
  /** Null for an execution that no schedule started. */
  scheduledExecution: ScheduledExecution.nullable(),
  waits: z
    .object({
      reason: z.string(),
      until: Time.nullable().describe('When it goes on; null when that is not known.'),
    })
    .optional()
    .describe('Why it does not begin, or go on, now.'),
  ...replayFields,
  deliveries: z
    .number()
    .int()
    .optional()
    .describe('How often the same delivery arrived: with the same key, within the time that the key counts.'),
  senderAnswer: SenderAnswer.optional().describe('What its sender was answered, where the trigger says so.'),
  apiCallLogs: z
    .array(ApiCallLog)
    .describe(
      'The calls of a for each follow the calls before it: those of the items on the requested page.',
    ),
  loops: z.array(LoopLog).describe('What each for each came to.'),
  conditionalExecutionLogs: z.array(ConditionLog),
  callWaits: z
    .array(CallWaitLog)
    .optional()
    .describe('The waits before calls; not there when there were none.'),
});
export type ExecutionLog = z.infer<typeof ExecutionLog>;
