import { countDays } from '~/components/time/time-format';
import type { IntegrationLimits } from '~/engine/definition/execution-limits';

/** The limits on how long, and how many MiB of, ended executions are kept. */
export type RetentionLimits = Pick<
  IntegrationLimits,
  'retentionDays' | 'retentionDaysFailed' | 'retentionMib'
>;

/** Describes the limits: `7 days, 14 days of failed ones, 100 MiB`; empty without limits. */
export function describeRetention({
  retentionDays,
  retentionDaysFailed,
  retentionMib,
}: RetentionLimits): string {
  return [
    ...(retentionDays === null ? [] : [countDays(retentionDays)]),
    ...(retentionDaysFailed === null ? [] : [`${countDays(retentionDaysFailed)} of failed ones`]),
    ...(retentionMib === null ? [] : [`${retentionMib} MiB`]),
  ].join(', ');
}
