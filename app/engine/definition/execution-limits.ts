// How much of an integration, and of an organization, may run. The one home of what may be typed, sent or stand in a file.
import { z } from 'zod';

/** A whole number from 1 to `most`, or null. */
function optionalCount(most: number) {
  const message = `Enter a whole number from 1 to ${most}`;
  return z.number(message).int(message).min(1, message).max(most, message).nullable();
}

const ExecutionsPerHour = optionalCount(1_000_000);

/** What brakes an integration; it is no part of a version. */
export const IntegrationLimits = z.object({
  /** So many errors in a row pause it; null when nothing does. */
  pauseAfterErrors: optionalCount(1000),
  /** So many executions are under way at most; null without a limit. */
  executionsAtOnce: optionalCount(1000),
  /** So many executions begin in an hour at most; null without a limit. */
  executionsPerHour: ExecutionsPerHour,
  /** So many deliveries are taken in a second; null: as many as the installation lets it. */
  deliveriesPerSecond: optionalCount(100_000),
  /** What has ended is kept so many days; null: as many as the installation. */
  retentionDays: optionalCount(3650),
  /** The same of what failed; null: as many as of the rest. */
  retentionDaysFailed: optionalCount(3650),
  /** The oldest of what has ended goes when all of it holds more; null: whatever it holds. */
  retentionMib: optionalCount(1_000_000),
});
export type IntegrationLimits = z.infer<typeof IntegrationLimits>;

/** What a new integration has. */
export const noLimits: IntegrationLimits = {
  pauseAfterErrors: null,
  executionsAtOnce: null,
  executionsPerHour: null,
  deliveriesPerSecond: null,
  retentionDays: null,
  retentionDaysFailed: null,
  retentionMib: null,
};

/** The limits of what has more to it, as a row or an answer. */
export function pickLimits(source: IntegrationLimits): IntegrationLimits {
  return {
    pauseAfterErrors: source.pauseAfterErrors,
    executionsAtOnce: source.executionsAtOnce,
    executionsPerHour: source.executionsPerHour,
    deliveriesPerSecond: source.deliveriesPerSecond,
    retentionDays: source.retentionDays,
    retentionDaysFailed: source.retentionDaysFailed,
    retentionMib: source.retentionMib,
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
};

/** Which of the limits differ, in their order on the screen. */
export function listChangedLimits(
  before: IntegrationLimits,
  after: IntegrationLimits,
): (keyof IntegrationLimits)[] {
  return (Object.keys(limitNames) as (keyof IntegrationLimits)[]).filter((key) => after[key] !== before[key]);
}

/** Those of the limits that are named, as `Executions at once: 3, Days kept: none`. */
export function describeLimits(limits: IntegrationLimits, keys: (keyof IntegrationLimits)[]): string {
  return keys.map((key) => `${limitNames[key]}: ${limits[key] ?? 'none'}`).join(', ');
}

/** So many executions of an organization begin in an hour and in a day at most; null without a bound. */
export const OrganizationQuota = z.object({
  executionsPerHour: ExecutionsPerHour,
  executionsPerDay: optionalCount(10_000_000),
});
