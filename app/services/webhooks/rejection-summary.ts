// A summary of the deliveries that the endpoint rejected lately, which left no execution. It stands above the execution log,
// where people look first for a delivery that they miss.
import type { AppContext, RejectedDelivery } from '~/context';
import { findAcceptedSince } from '~/db/executions/accepted-deliveries';
import type { IntegrationKey } from '~/db/integrations/integrations';

/** Times are ISO 8601. */
export interface RejectionSummary {
  count: number;
  /** When the first of them came. */
  since: string;
  last: { at: string; status: number; reason: string };
  /** When the newest delivery was accepted after the last rejection; null when none was. */
  acceptedAt: string | null;
}

/** Older rejections are no news. */
const newsMs = 24 * 3_600_000;
/**
 * Nor are those of a sender that was mended. Where a second sender is still rejected, deliveries are accepted and rejected by
 * turns, so a rejection stays for some time.
 */
const mendedMs = 3_600_000;

/**
 * Summarizes the rejections of the last 24 hours, or of the last hour when a delivery was accepted after the last of them; null
 * when there are none.
 */
export async function summarizeRejections(
  { db, rejections, now }: Pick<AppContext, 'db' | 'rejections' | 'now'>,
  integration: IntegrationKey,
): Promise<RejectionSummary | null> {
  const entries = await rejections.list(integration);
  const rejected = entries.filter(({ at, isSkipped }) => !isSkipped && at >= now() - newsMs);
  const [last] = rejected;
  if (!last) return null;
  const acceptedAt = await findAcceptedAt(db, integration, entries, last.at);
  if (acceptedAt !== undefined && now() - last.at >= mendedMs) return null;
  return {
    count: rejected.reduce((total, { count }) => total + count, 0),
    since: toTime(Math.min(...rejected.map(({ since }) => since))),
    last: { at: toTime(last.at), status: last.status, reason: last.reason },
    acceptedAt: acceptedAt === undefined ? null : toTime(acceptedAt),
  };
}

/** Returns when the newest delivery after `since` passed the endpoint. A skipped one had proved its sender, too. */
async function findAcceptedAt(
  db: AppContext['db'],
  integration: IntegrationKey,
  entries: RejectedDelivery[],
  since: number,
): Promise<number | undefined> {
  const skipped = entries.find(({ at, isSkipped }) => isSkipped && at > since)?.at ?? 0;
  const accepted = (await findAcceptedSince(db, integration, since)) ?? 0;
  return Math.max(skipped, accepted) || undefined;
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
