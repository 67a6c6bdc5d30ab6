// The limits of an integration and how much of it is kept, as callers get and send them.
import { z } from 'zod';
import { IntegrationLimits } from '~/engine/definition/execution-limits';
import { Time } from '~/engine/schema/response-fields';

export const limitsResponse = {
  pauseAfterErrors: z.number().int().nullable().describe('So many errors in a row pause it; null: none do.'),
  executionsAtOnce: z
    .number()
    .int()
    .nullable()
    .describe('At most so many executions are under way; null: no limit.'),
  executionsPerHour: z
    .number()
    .int()
    .nullable()
    .describe('The maximum of executions that begin in an hour. Null: no limit.'),
  deliveriesPerSecond: z
    .number()
    .int()
    .nullable()
    .describe('The maximum of deliveries in a second. Null: the limit of the installation.'),
  retentionDays: z
    .number()
    .int()
    .nullable()
    .describe(
      'Its ended executions are removed after so many days; null: after as many as the installation keeps them.',
    ),
  retentionDaysFailed: z
    .number()
    .int()
    .nullable()
    .describe('The same for failed executions. Null: as for the others.'),
  retentionMib: z
    .number()
    .int()
    .nullable()
    .describe(
      'The maximum size of its executions. When they are larger, the oldest are removed. Null: no limit.',
    ),
  prunedEarly: z.number().int().describe('Executions that limits of its own removed, ever.'),
  prunedEarlyBytes: z.number().int().describe('What these held.'),
  prunedEarlyAt: Time.nullable().describe('When the last of them was removed.'),
};

const { shape } = IntegrationLimits;

export const limitsInput = {
  pauseAfterErrors: shape.pauseAfterErrors
    .optional()
    .describe(
      'The number of errors in a row after which the integration is paused. Null: never. Not part of a version.',
    ),
  executionsAtOnce: shape.executionsAtOnce
    .optional()
    .describe(
      'At most so many executions are under way; what is beyond waits. null: no limit. It is no part of a version.',
    ),
  executionsPerHour: shape.executionsPerHour
    .optional()
    .describe(
      'At most so many executions begin in an hour; what is beyond waits. null: no limit. It is no part of a version.',
    ),
  deliveriesPerSecond: shape.deliveriesPerSecond
    .optional()
    .describe(
      'At most so many deliveries are taken in a second, twice as many at once; more are answered 429. null, and what is more than the installation takes: as many as that. It is no part of a version.',
    ),
  retentionDays: shape.retentionDays
    .optional()
    .describe(
      'Its ended executions are removed after so many days. null, and what is more than the installation keeps them: after as many as that. It is no part of a version.',
    ),
  retentionDaysFailed: shape.retentionDaysFailed
    .optional()
    .describe(
      'The same of those that failed. null: after as many as the others. It is no part of a version.',
    ),
  retentionMib: shape.retentionMib
    .optional()
    .describe(
      'When its ended executions hold more, the oldest are removed, those that completed or were cancelled before those that failed; what ended within a day stays. null: whatever they hold. It is no part of a version.',
    ),
};
