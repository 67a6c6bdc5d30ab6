// The state of an integration: its statistics, its last executions and deliveries, and its tests.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findDuplicates } from '~/db/executions/delivery-keys';
import type { Integration } from '~/db/integrations/integrations';
import { Id, Milliseconds, Time } from '~/engine/schema/response-fields';
import { ExecutionStatus, type ExecutionSummary } from '../executions/log-schema';
import { listExecutions } from '../executions/execution-log';
import { type ListedTest, listTests } from '../test-runs/test-lines';

/** Times are ISO 8601, durations milliseconds. */
export interface Operations {
  /** When this was read, in milliseconds since 1970: the greater of two is the newer. */
  readAt: number;
  statistics: Statistics;
  /** Newest first. */
  recent: ExecutionSummary[];
  /** Newest first. */
  deliveries: RecentDelivery[];
  /** Newest first; long texts are cut. */
  tests: ListedTest[];
}

/** The statistics of an integration. The API's document names this schema and the next. */
export const Statistics = z.object({
  /** The number of executions that ended. */
  totalExecutions: z.number().int(),
  /** Null before the first execution ends. A cancelled execution has ended, too. */
  successRate: z.number().nullable().describe('Percent of the executions that ended which completed.'),
  /** Measured over the last 50 executions; null when none of them ended. */
  averageDuration: Milliseconds.nullable(),
  lastExecutionAt: Time.nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

export const RecentDelivery = z.object({
  /** When the delivery came; of several equal rejections, the last. */
  at: Time,
  count: z
    .number()
    .int()
    .describe(
      'How many were refused or skipped alike, each within an hour of another; how often the delivery of an execution came.',
    ),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('execution'), executionId: Id, status: ExecutionStatus }),
    /** Rejected with this HTTP status; there is no execution. */
    z.object({ kind: z.literal('refused'), status: z.number().int() }),
    /** The trigger does not run for this delivery. */
    z.object({ kind: z.literal('skipped') }),
  ]),
  /** Why the delivery was rejected or skipped, or why its execution failed. */
  reason: z.string().nullable(),
});
export type RecentDelivery = z.infer<typeof RecentDelivery>;

/** How many of the newest executions are read. */
const looked = 50;
const shownDeliveries = 10;

export async function describeOperations(context: AppContext, integration: Integration): Promise<Operations> {
  const { now } = context;
  const { id: integrationId, organizationId } = integration;
  const owner = { integrationId, organizationId };
  const recent = await listRecent(context, integration);
  return {
    readAt: now(),
    statistics: computeStatistics(integration, recent),
    recent,
    deliveries: await listDeliveries(context, integration, recent),
    tests: await listTests(context, owner),
  };
}

/** Returns the statistics alone. */
export async function describeStatistics(context: AppContext, integration: Integration): Promise<Statistics> {
  return computeStatistics(integration, await listRecent(context, integration));
}

/** Returns the last deliveries alone, newest first. */
export async function describeDeliveries(
  context: AppContext,
  integration: Integration,
): Promise<RecentDelivery[]> {
  return listDeliveries(context, integration, await listRecent(context, integration));
}

function listRecent({ db }: AppContext, { id: integrationId, organizationId }: Integration) {
  return listExecutions(db, { integrationId, organizationId, limit: looked });
}

function computeStatistics(integration: Integration, recent: ExecutionSummary[]): Statistics {
  const { totalExecutions, successfulExecutions, lastExecutedAt } = integration;
  const durations = recent.flatMap(({ duration }) => duration ?? []);
  const sum = durations.reduce((total, duration) => total + duration, 0);
  return {
    totalExecutions,
    successRate: totalExecutions === 0 ? null : (100 * successfulExecutions) / totalExecutions,
    averageDuration: durations.length === 0 ? null : Math.round(sum / durations.length),
    lastExecutionAt: lastExecutedAt === null ? null : new Date(lastExecutedAt).toISOString(),
  };
}

async function listDeliveries(
  { rejections, db }: AppContext,
  integration: Integration,
  recent: ExecutionSummary[],
): Promise<RecentDelivery[]> {
  const rejected = await rejections.list(integration);
  const refused = rejected.map(({ at, count, status, isSkipped, reason }): RecentDelivery => ({
    at: new Date(at).toISOString(),
    count,
    outcome: isSkipped ? { kind: 'skipped' } : { kind: 'refused', status },
    reason,
  }));
  const runs = recent.filter(({ triggerType }) => triggerType === 'webhook');
  const duplicates = await findDuplicates(
    db,
    integration.id,
    runs.map(({ id }) => id),
  );
  const taken = runs.map(({ id: executionId, startedAt, status, errorMessage }): RecentDelivery => ({
    at: startedAt,
    count: 1 + (duplicates.get(executionId) ?? 0),
    outcome: { kind: 'execution', executionId, status },
    reason: errorMessage,
  }));
  return [...refused, ...taken].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, shownDeliveries);
}
