// Counts the requests of an execution, up to the limit: calls with their pages and tries, and notices of rules.
import { formatCount } from '../texts/format-count';
import type { Past } from '../events/history';

const maxRequests = 5_000;

export const tooManyRequests = `An execution can send at most ${formatCount(maxRequests)} requests, and this one has reached that.`;

interface Counting {
  requests: { count: number };
  past: Past;
}

/** Counts a request that is about to be sent; returns false when it exceeds the limit. */
export function countRequest({ requests }: Pick<Counting, 'requests'>): boolean {
  if (requests.count >= maxRequests) return false;
  requests.count += 1;
  return true;
}

/** Counts a step's due attempt. An attempt that was sent before is the same request under the same key. */
export function countDue({ requests, past }: Counting, step: number, attempt: number): boolean {
  const recorded = past.get(step) ?? [];
  if (recorded.some((event) => 'attempt' in event && event.attempt === attempt)) return true;
  // A step that has begun may finish, although other steps have reached the limit since.
  return countRequest({ requests }) || recorded.length > 0;
}
