// The limits of an integration and how much of it is kept, as callers get and send them.
import { z } from 'zod';
import { IntegrationLimits } from '~/engine/definition/execution-limits';
import { Time } from '~/engine/schema/response-fields';

export const limitsResponse = {
  pauseAfterErrors: z
    .number()
    .int()
    .nullable()
    .describe('The number of errors in a row after which it is paused. Null: never.'),
  executionsAtOnce: z
    .number()
    .int()
    .nullable()
    .describe('The maximum of executions under way at once. Null: no limit.'),
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
    .describe('The days after which its ended executions are removed. Null: the days of the installation.'),
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
  automaticReplays: z
    .number()
    .int()
    .nullable()
    .describe('How many times a failed execution is replayed automatically. Null: never.'),
  prunedEarly: z.number().int().describe('The number of executions that limits of its own have removed.'),
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
      'The maximum of executions under way at once; further ones wait. Null: no limit. Not part of a version.',
    ),
  executionsPerHour: shape.executionsPerHour
    .optional()
    .describe(
      'The maximum of executions that begin in an hour; further ones wait. Null: no limit. Not part of a version.',
    ),
  deliveriesPerSecond: shape.deliveriesPerSecond
    .optional()
    .describe(
      'The maximum of deliveries in a second, and of twice as many at once; further ones are answered 429. Null, or more than the limit of the installation: that limit. Not part of a version.',
    ),
  retentionDays: shape.retentionDays
    .optional()
    .describe(
      'The days after which its ended executions are removed. Null, or more than the days of the installation: those days. Not part of a version.',
    ),
  retentionDaysFailed: shape.retentionDaysFailed
    .optional()
    .describe('The same for failed executions. Null: as for the others. Not part of a version.'),
  retentionMib: shape.retentionMib
    .optional()
    .describe(
      'The maximum size of its ended executions. When they are larger, the oldest are removed: completed and cancelled ones before failed ones, and none that ended within a day. Null: no limit. Not part of a version.',
    ),
  automaticReplays: shape.automaticReplays
    .optional()
    .describe(
      'How many times a failed execution is replayed automatically, when its failure may pass: after about 5 minutes, then 30 minutes, 2, 5, 10, 14, 18 and 22 hours after each failed replay. Null: never. Not part of a version.',
    ),
};
