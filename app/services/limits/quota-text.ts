// Describes how many executions an organization may begin in an hour and in a day.
import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import { findUsedUpQuota, type UsedUpQuota } from '~/db/executions/queue/quota';
import { findClaimQuota, noQuota, type Quota } from '~/db/organizations/quotas';

const spanNames = { hour: 'an hour', day: 'a day' } as const;

/** Returns a text such as `1,000 an hour, 5,000 a day`; `none` without a limit. */
export function describeBounds({ executionsPerHour, executionsPerDay }: Quota): string {
  const bounds = [
    ...(executionsPerHour === null ? [] : [count(executionsPerHour, 'hour')]),
    ...(executionsPerDay === null ? [] : [count(executionsPerDay, 'day')]),
  ];
  return bounds.join(', ') || 'none';
}

function count(limit: number, span: keyof typeof spanNames): string {
  return `${formatCount(limit)} ${spanNames[span]}`;
}

/** The quota of an organization, and why its executions wait. */
interface QuotaUse extends Quota {
  /** A text such as `the organization's 1,000 an hour are used up`; null while more may begin. */
  usedUp: string | null;
  /** When the next execution may begin, in milliseconds since 1970. */
  until: number | null;
}

export async function describeQuota(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  organizationId: string,
): Promise<QuotaUse> {
  const { executionsPerHour, executionsPerDay } = (await findClaimQuota(db, organizationId)) ?? noQuota;
  const quota = { executionsPerHour, executionsPerDay };
  const usedUp = await findUsedUpQuota(db, { organizationId, quota }, now());
  return { ...quota, usedUp: usedUp ? describeUsedUp(usedUp) : null, until: usedUp?.until ?? null };
}

function describeUsedUp({ span, limit }: UsedUpQuota): string {
  return `the organization’s ${count(limit, span)} ${limit === 1 ? 'is' : 'are'} used up`;
}
