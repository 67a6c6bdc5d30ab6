// The limits of an integration and of an organization. Forms, the API and files all use these schemas.
import { z } from 'zod';
import { maxAutomaticReplays } from '../replays/automatic-replays';

/** Makes the schema of a whole number from 1 to `most`, or null. */
function optionalCount(most: number) {
  const message = `Enter a whole number from 1 to ${most}`;
  return z.number(message).int(message).min(1, message).max(most, message).nullable();
}

const ExecutionsPerHour = optionalCount(1_000_000);

/** The limits of an integration, which are not part of a version. */
export const IntegrationLimits = z.object({
  /** The number of errors in a row that pauses the integration; null: never. */
  pauseAfterErrors: optionalCount(1000),
  /** The most executions at the same time; null without a limit. */
  executionsAtOnce: optionalCount(1000),
  /** The most executions that begin in an hour; null without a limit. */
  executionsPerHour: ExecutionsPerHour,
  /** The most deliveries accepted in a second; null: the installation's limit. */
  deliveriesPerSecond: optionalCount(100_000),
  /** How many days ended executions are kept; null: as long as the installation keeps them. */
  retentionDays: optionalCount(3650),
  /** How many days failed executions are kept; null: as many as the others. */
  retentionDaysFailed: optionalCount(3650),
  /** How many MiB ended executions may have; the oldest are deleted first. Null: no limit. */
  retentionMib: optionalCount(1_000_000),
  /** How many times a failed execution is replayed automatically; null: never. */
  automaticReplays: optionalCount(maxAutomaticReplays),
});
export type IntegrationLimits = z.infer<typeof IntegrationLimits>;

/** The limits of a new integration. */
export const noLimits: IntegrationLimits = {
  pauseAfterErrors: null,
  executionsAtOnce: null,
  executionsPerHour: null,
  deliveriesPerSecond: null,
  retentionDays: null,
  retentionDaysFailed: null,
  retentionMib: null,
  automaticReplays: null,
};

/** Picks the limits from an object with more fields, such as a row or an answer. */
export function pickLimits(source: IntegrationLimits): IntegrationLimits {
  return {
    pauseAfterErrors: source.pauseAfterErrors,
    executionsAtOnce: source.executionsAtOnce,
    executionsPerHour: source.executionsPerHour,
    deliveriesPerSecond: source.deliveriesPerSecond,
    retentionDays: source.retentionDays,
    retentionDaysFailed: source.retentionDaysFailed,
    retentionMib: source.retentionMib,
    automaticReplays: source.automaticReplays,
  };
}

export const limitNames: Record<keyof IntegrationLimits, string> = {
  pauseAfterErrors: 'Errors in a row',
  executionsAtOnce: 'Executions at once',
  executionsPerHour: 'Executions an hour',
  deliveriesPerSecond: 'Deliveries a second',
  retentionDays: 'Days kept',
  retentionDaysFailed: 'Days failed ones are kept',
  retentionMib: 'MiB kept',
  automaticReplays: 'Automatic replays',
};

/** Lists the limits that differ, in the order of the screen. */
export function listChangedLimits(
  before: IntegrationLimits,
  after: IntegrationLimits,
): (keyof IntegrationLimits)[] {
  return (Object.keys(limitNames) as (keyof IntegrationLimits)[]).filter((key) => after[key] !== before[key]);
}

/** Describes the limits in `keys`, as `Executions at once: 3, Days kept: none`. */
export function describeLimits(limits: IntegrationLimits, keys: (keyof IntegrationLimits)[]): string {
  return keys.map((key) => `${limitNames[key]}: ${limits[key] ?? 'none'}`).join(', ');
}

/** The most executions of an organization that begin in an hour and in a day; null without a limit. */
export const OrganizationQuota = z.object({
  executionsPerHour: ExecutionsPerHour,
  executionsPerDay: optionalCount(10_000_000),
});
