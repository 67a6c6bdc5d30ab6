// What starts a run without a person or a delivery: a schedule, or the end of another integration's execution.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { IntegrationTag } from '../schema/tag';
import { anyIntegration } from '../schema/any-integration';
import { findCronProblem, isTimezone } from './cron';

const missedRuns = ['once', 'none', 'all'] as const;
export const endings = ['completed', 'error', 'any'] as const;

/**
 * The treatment of due times that passed while no server was running: `once` runs for the newest of them, `none` for none,
 * `all` for each.
 */
export const MissedRuns = z.enum(missedRuns, { error: describeChoice('Missed runs', missedRuns) });
export type MissedRuns = z.infer<typeof MissedRuns>;

const CronExpression = z
  .string({ error: 'Cron expression is required' })
  .trim()
  .min(1, { error: 'Cron expression is required', abort: true })
  .max(200, { error: 'Cron expressions must be 200 characters or less', abort: true })
  .superRefine((expression, context) => {
    const problem = findCronProblem(expression);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

export const CronTrigger = z.object({
  type: z.literal('cron'),
  cron: z.object({
    cronExpression: CronExpression,
    timezone: z
      .string()
      .trim()
      .max(100)
      .refine(isTimezone, 'There is no such time zone. Write it like Europe/London')
      .default('UTC'),
    missedRuns: MissedRuns.default('once'),
  }),
});
export type CronTrigger = z.infer<typeof CronTrigger>;

export const EventTrigger = z.object({
  type: z.literal('event'),
  event: z
    .object({
      /** The integration whose executions start a run; it belongs to the same organization. `any`: all others. */
      integrationId: z
        .string({ error: 'Choose an integration' })
        .regex(/^[A-Za-z0-9-]{1,64}$/, 'Choose an integration'),
      /** Limits `any` to the integrations that have this tag when they end, whatever its case. */
      tag: IntegrationTag.optional(),
      /** The ending that starts a run; `any` stands for both. A cancelled execution starts nothing. */
      on: z.enum(endings, { error: describeChoice('The ending', endings) }).default('completed'),
    })
    .refine(({ integrationId, tag }) => tag === undefined || integrationId === anyIntegration, {
      path: ['tag'],
      error: `A tag stands beside the integrationId ${anyIntegration} alone`,
    }),
});
export type EventTrigger = z.infer<typeof EventTrigger>;

/** How many executions, each started by the one before, may lead to another. A longer row counts as a loop. */
export const maxHops = 5;

/** The header of outbound calls that says how many executions led to the call, so that a loop through webhooks ends. */
export const hopsHeader = 'X-Wicked-Hops';

/** The most hops that are counted: a column takes no number of any size. */
const mostCounted = 1_000_000;

/** Returns the hops of an execution that a delivery with this header starts; 0 when the header is absent or no number. */
export function hopsOfDelivery(header: string | undefined): number {
  return header !== undefined && /^\d+$/.test(header) ? Math.min(Number(header) + 1, mostCounted) : 0;
}

/** Explains why an execution with this many hops may not run; undefined when it may. */
export function findLoopProblem(hops: number): string | undefined {
  if (hops <= maxHops) return undefined;
  return `Stopped: ${maxHops} executions, each started by the one before, led to this one, which looks like a loop. At most ${maxHops} hops are allowed.`;
}
