// The steps between the calls of an integration, as callers get them.
import { z } from 'zod';
import { Operator } from '~/engine/comparing/operator-name';
import { executionTriggers, Match, Otherwise } from '~/engine/definition/conditional-step';
import { firstRuns, onErrors, onTooManys } from '~/engine/definition/loop-step';
import { backoffStrategies, defaultActions, ResponseAction } from '~/engine/definition/response-step';
import { registerResponse } from './registry';

export const ConditionResponse = registerResponse(
  'Condition',
  z.object({
    field: z.string(),
    operator: Operator,
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
);

export const ConditionalStep = registerResponse(
  'ConditionalStep',
  z.object({
    id: z.string(),
    order: z.number(),
    nextApiCallId: z.string().optional().describe('Where the run goes when the conditions hold.'),
    match: Match.describe('Whether all of the conditions must hold or any of them is enough.'),
    otherwise: Otherwise.describe(
      'When they do not hold: the next call is skipped, the run continues with `otherwiseApiCallId`, or it ends.',
    ),
    otherwiseApiCallId: z.string().optional(),
    conditionalExecution: z.object({
      enabled: z.boolean(),
      executionTrigger: z.enum(executionTriggers),
      condition: ConditionResponse.optional(),
      conditions: z.array(ConditionResponse).optional(),
    }),
  }),
);

const StatusCodeAction = registerResponse(
  'StatusCodeAction',
  z.object({
    statusCodes: z
      .array(z.union([z.number(), z.string()]))
      .describe('Empty: every answer for which the conditions hold.'),
    when: z
      .array(ConditionResponse)
      .optional()
      .describe(
        'What else must hold, all of it, about `response.status`, `.headers`, `.body` and `.durationMs`.',
      ),
    action: ResponseAction,
    goToApiCallId: z
      .string()
      .optional()
      .describe('The later call that `go_to` continues with. `retry` continues there after its last retry.'),
    notificationEmail: z.string().optional(),
    retryConfig: z
      .object({
        maxRetries: z.number(),
        retryDelay: z.number().describe('Milliseconds.'),
        backoffStrategy: z.enum(backoffStrategies),
      })
      .optional(),
    webhookURL: z.string().optional(),
  }),
);

export const ResponseHandlingStep = registerResponse(
  'ResponseHandlingStep',
  z.object({
    id: z.string(),
    order: z.number(),
    nextApiCallId: z.string(),
    responseHandling: z.object({
      defaultAction: z.enum(defaultActions),
      defaultNotificationEmail: z.string().optional(),
      statusCodeActions: z.array(StatusCodeAction),
    }),
  }),
);

export const LoopStep = registerResponse(
  'LoopStep',
  z.object({
    id: z.string(),
    order: z.number(),
    throughCallId: z
      .string()
      .describe('The last call that runs for each item. The first is the next call after the loop.'),
    items: z.string().describe('The list, as `orders` or `order.lines`.'),
    itemName: z.string().describe('The variable that is the item.'),
    atOnce: z.number().int().describe('So many items are under way at the same time.'),
    maxItems: z.number().int(),
    onError: z
      .enum(onErrors)
      .describe(
        'Whether the run ends at an item that fails (`stop`), goes on (`continue`), or goes on and ends in error (`fail_at_end`).',
      ),
    onTooMany: z.enum(onTooManys).describe('What follows a list of more than `maxItems`.'),
    onlyNew: z
      .object({
        key: z.string().describe('What tells items apart, as `order.id`.'),
        firstRun: z
          .enum(firstRuns)
          .optional()
          .describe(
            'What the first run does with the items that are there: `remember` runs none of them; `run`, as when it is absent, runs them all.',
          ),
      })
      .optional()
      .describe('Skips items that an earlier run has done. Absent when all items are run.'),
    collect: z
      .array(z.object({ from: z.string(), saveAs: z.string() }))
      .describe('Lists for what comes behind, of items that ended well.'),
  }),
);
