// Executions and their logs, as callers get them.
import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import { executionTriggers } from '~/engine/integration';
import { loopBounds } from '~/engine/definition/loop-step';
import { Extraction } from '~/engine/logged';
import { DeliveryRequest } from '~/engine/delivery/delivery-request';
import {
  ApiCallLog,
  ConditionLog,
  ExecutionLog,
  ExecutionSummary,
  LoggedResponseStep,
  LoopLog,
  ResponseHandling,
  RetryData,
  WebhookExecution,
} from '~/services/executions/log-schema';
import { OrganizationExecution } from '~/services/executions/organization-executions';
import type { ReplayedFailures } from '~/services/runs/replay-failures';
import { RecentDelivery, Statistics } from '~/services/monitoring/operational-status';
import { registerResponse, registerRequest } from './registry';

export const TriggerType = z.enum(executionTriggers);

export const ReplayBody = registerRequest(
  'Replay',
  z.object({
    from: z
      .enum(['start', 'failed', 'failed-items'], { error: "Use 'start', 'failed' or 'failed-items'" })
      .describe(
        'From the first call; from the one that failed, with what the calls before it gave; or with the failed items of the first for each that has some: what ended well stands, what follows it runs again.',
      ),
  }),
);

/** The query that says which items of a for each are read with an execution. */
export const ItemsQuery = z
  .object({
    loop: Id.optional().describe('The for each; of the others the first items are read.'),
    item: z.coerce
      .number()
      .int()
      .min(1)
      .max(loopBounds.maxItems.max)
      .default(1)
      .describe('The item of this for each to begin with, from 1.'),
    failed: z.enum(['true', 'false']).default('false').describe('Only its items that failed.'),
  })
  .refine(({ loop, item, failed }) => loop !== undefined || (item === 1 && failed === 'false'), {
    path: ['loop'],
    error: 'Name the for each whose items these are',
  });

const executionIds = z
  .array(Id)
  .min(1, 'Name at least one execution')
  .max(100, 'Name at most 100 executions')
  .describe('Executions of this integration, 100 at most.');

export const CancelManyBody = registerRequest('CancelMany', z.object({ executionIds }));
export const ReplayManyBody = registerRequest(
  'ReplayMany',
  ReplayBody.extend({
    executionIds,
    again: z.boolean().default(false).describe('Also those that were replayed before.'),
  }),
);

registerRequest(
  'RunInput',
  z.object({
    triggerData: z.unknown().optional().describe('Any JSON; its numbers keep their digits.'),
    request: DeliveryRequest.omit({ truncated: true })
      .partial()
      .optional()
      .describe(
        'The request that the variable `request` describes. In a test the default is that of the last delivery.',
      ),
  }),
);

registerResponse('Extraction', Extraction);
registerResponse('ResponseHandling', ResponseHandling);
registerResponse('LoggedResponseHandlingStep', LoggedResponseStep);
registerResponse('RetryData', RetryData);
registerResponse('WebhookExecution', WebhookExecution);
registerResponse('ApiCallLog', ApiCallLog);
registerResponse('LoopLog', LoopLog);
registerResponse('ConditionalExecutionLog', ConditionLog);

export const ExecutionSummaryResponse = registerResponse('ExecutionSummary', ExecutionSummary);
export const OrganizationExecutionResponse = registerResponse('OrganizationExecution', OrganizationExecution);
export const ExecutionLogResponse = registerResponse('ExecutionLog', ExecutionLog);

export const QueuedExecution = registerResponse(
  'QueuedExecution',
  z.object({ executionId: Id, status: z.literal('queued') }),
);

export const CancelledExecution = registerResponse(
  'CancelledExecution',
  z.object({ executionId: Id, status: z.literal('cancelled') }),
);

export const CancelledReplay = registerResponse(
  'CancelledReplay',
  z.object({ executionId: Id, replay: z.literal('cancelled') }),
);

export const ContinuedExecution = registerResponse(
  'ContinuedExecution',
  z.object({ executionId: Id, status: z.literal('running') }),
);

export const TakenAnswer = registerResponse(
  'TakenAnswer',
  z.object({ status: z.literal('answered'), choice: z.string() }),
);

export const ConfirmedSubscription = registerResponse(
  'ConfirmedSubscription',
  z.object({ executionId: Id, confirmed: z.literal(true) }),
);

/** The result for each execution, the oldest first. */
export const ControlledExecutions = registerResponse(
  'ControlledExecutions',
  z
    .object({
      executionId: Id,
      status: z
        .enum(['cancelled', 'queued', 'replayed-before'])
        .nullable()
        .describe(
          '`replayed-before`: nothing was done, as it was replayed already. Null when it could not be done.',
        ),
      newExecutionId: Id.nullable().describe('The execution that repeats it.'),
      message: z.string().nullable().describe('Why it could not be done.'),
    })
    .array(),
);

export const ReplayedFailuresResponse = registerResponse(
  'ReplayedFailures',
  z.object({
    replayed: z
      .number()
      .int()
      .describe('The number of executions that run again, from the call that failed.'),
    replayedBefore: z.number().int().describe('How many had been replayed before, and are not again.'),
    refused: z.number().int().describe('How many could not be replayed from there.'),
    problem: z.string().nullable().describe('Why the first of them could not.'),
    hasMore: z.boolean().describe('There are more that failed: ask again.'),
  }),
);

export function describeReplayedFailures({
  count,
  replayedBefore,
  refused,
  problem,
  hasMore,
}: ReplayedFailures): z.infer<typeof ReplayedFailuresResponse> {
  return { replayed: count, replayedBefore, refused, problem, hasMore };
}

const CapturedDelivery = registerResponse('CapturedDelivery', z.object({ captured: z.literal(true) }));

/** The response to a delivery that does not meet the conditions of its trigger. */
export const SkippedDelivery = registerResponse('SkippedDelivery', z.object({ skipped: z.literal(true) }));

/** The response to a delivery that is run, or captured as a sample. */
export const AcceptedDelivery = registerResponse(
  'AcceptedDelivery',
  z.union([QueuedExecution, CapturedDelivery]),
);

/** The response to a sender that waits for a result when there is none. */
export const FailedDelivery = registerResponse(
  'FailedDelivery',
  z.object({ executionId: Id, status: z.enum(['error', 'cancelled']) }),
);

export const SampleInput = registerRequest(
  'SampleInput',
  z.object({ payload: z.unknown().describe('Any JSON, of at most 256 KiB.') }),
);

export const SampleResponse = registerResponse(
  'SampleState',
  z.object({
    listeningUntil: Time.nullable(),
    sample: z
      .object({
        id: Id,
        origin: z.enum(['captured', 'pasted', 'execution']),
        receivedAt: Time,
        bytes: z.number().int(),
        payload: z.unknown().describe('Null when it is longer than 256 KiB.'),
        request: DeliveryRequest.optional().describe('Without what proves who sent it.'),
        testOf: z
          .string()
          .nullable()
          .describe(
            'The sender whose own test of the address this is, not an event: the webhook listens on. Null for any other delivery.',
          ),
      })
      .nullable(),
  }),
);

export const StatisticsResponse = registerResponse('Statistics', Statistics);
export const DeliveryResponse = registerResponse('Delivery', RecentDelivery);
