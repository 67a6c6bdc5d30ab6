// A summary of the deliveries that the door rejected lately, which left no execution. It stands above the execution log, where
// people look first for a delivery that they miss.
import type { AppContext, RejectedDelivery } from '~/context';

/** Times are ISO 8601. */
export interface LatelyRejected {
  count: number;
  /** When the first of them came. */
  since: string;
  last: { at: string; status: number; reason: string };
}

/** Older rejections are no news. */
const newsMs = 24 * 60 * 60_000;

/** Summarizes the rejections of the last 24 hours that this process remembers; null when there are none. */
export function summarizeRejected(
  { rejections, now }: Pick<AppContext, 'rejections' | 'now'>,
  integrationId: string,
): LatelyRejected | null {
  const oldest = now() - newsMs;
  const rejected = rejections.list(integrationId).filter(({ at, isSkipped }) => !isSkipped && at >= oldest);
  const [last] = rejected;
  if (!last) return null;
  return {
    count: sum(rejected),
    since: toTime(Math.min(...rejected.map(({ since }) => since))),
    last: { at: toTime(last.at), status: last.status, reason: last.reason },
  };
}

function sum(rejected: RejectedDelivery[]): number {
  return rejected.reduce((total, { count }) => total + count, 0);
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
