// What an organization may begin in an hour and in a day, in words.
import type { AppContext } from '~/context';
import { findUsedUpQuota, type UsedUpQuota } from '~/db/executions/queue/quota';
import { findClaimQuota, noQuota, type Quota } from '~/db/organizations/quotas';

const spanNames = { hour: 'an hour', day: 'a day' } as const;

/** As `1,000 an hour, 5,000 a day`; `none` without a bound. */
export function describeBounds({ executionsPerHour, executionsPerDay }: Quota): string {
  const bounds = [
    ...(executionsPerHour === null ? [] : [count(executionsPerHour, 'hour')]),
    ...(executionsPerDay === null ? [] : [count(executionsPerDay, 'day')]),
  ];
  return bounds.join(', ') || 'none';
}

function count(limit: number, span: keyof typeof spanNames): string {
  return `${limit.toLocaleString('en')} ${spanNames[span]}`;
}

/** Why executions of an organization wait, and until when, in milliseconds since 1970. */
export interface QuotaUse extends Quota {
  /** As `the organization's 1,000 an hour are used up`; null while more may begin. */
  usedUp: string | null;
  /** When the next may begin. */
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
