// Says in words why executions of an integration wait that could otherwise begin.
import type { AppContext } from '~/context';
import { countSetAside, findHourEnd, findLimitUse } from '~/db/executions/queue/start-limits';
import type { Integration } from '~/db/integrations/integrations';
import { describeQuota } from '../limits/quota-text';

type Context = Pick<AppContext, 'db' | 'now'>;

/** The limit of counting. */
const maxCounted = 1_000;

/** The reason why an execution waits, in words, and until when, as ISO 8601, where that is known. */
export interface WaitReason {
  text: string;
  until: string | null;
  /** Holds when it goes on as soon as another execution has ended, which is usually soon. */
  endsWithOthers?: true;
}

/** Describes why executions wait because of limits, of the integration or its organization; null when none does. */
export async function describeWaiting(
  context: Context,
  integration: Integration,
): Promise<WaitReason | null> {
  const { id, organizationId, pausedAt } = integration;
  if (pausedAt !== null) return null;
  const reason = await findLimitReached(context, integration);
  if (reason === undefined) return null;
  const count = await countSetAside(context.db, { id, organizationId }, maxCounted);
  if (count === 0) return null;
  const waiting = count === 1 ? '1 execution waits' : `${describeCount(count)} executions wait`;
  return { text: `${waiting}: ${reason.text}`, until: reason.until };
}

/** Returns the limit that keeps a queued execution waiting longest; undefined when none does. */
export async function findLimitReached(
  context: Context,
  integration: Pick<Integration, 'id' | 'organizationId' | 'executionsAtOnce' | 'executionsPerHour'>,
): Promise<WaitReason | undefined> {
  const { db, now } = context;
  const { id, organizationId, executionsAtOnce: atOnce, executionsPerHour: anHour } = integration;
  const quota = await describeQuota(context, organizationId);
  const hourEnd = anHour === null ? undefined : await findHourEnd(db, { id, anHour }, now());
  if (quota.usedUp !== null && (quota.until ?? 0) >= (hourEnd ?? 0)) {
    return { text: quota.usedUp, until: toTime(quota.until) };
  }
  // The hourly limit takes longer to pass.
  if (hourEnd !== undefined) {
    return { text: `at most ${anHour} may begin within an hour, so the next waits`, until: toTime(hourEnd) };
  }
  if (atOnce === null) return undefined;
  const { underWay } = await findLimitUse(db, { id, atOnce, anHour: null }, now());
  if (underWay < atOnce) return undefined;
  return { text: `at most ${atOnce} may run at once`, until: null, endsWithOthers: true };
}

function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function describeCount(count: number): string {
  return count >= maxCounted ? `${maxCounted} or more` : String(count);
}
