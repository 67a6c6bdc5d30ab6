// How many requests an execution may send: calls, their pages and tries, and what rules post.
import type { Past } from '../events/history';

const maxRequests = 5_000;

export const tooManyRequests = `An execution can send at most ${maxRequests.toLocaleString('en')} requests, and this one has reached that.`;

interface Counting {
  requests: { count: number };
  past: Past;
}

/** Counts a request that is about to be sent; false when it is one too many. */
export function countRequest({ requests }: Pick<Counting, 'requests'>): boolean {
  if (requests.count >= maxRequests) return false;
  requests.count += 1;
  return true;
}

/** The same of a step's due attempt. One that was sent before is the same request under the same key. */
export function countDue({ requests, past }: Counting, step: number, attempt: number): boolean {
  const recorded = past.get(step) ?? [];
  if (recorded.some((event) => 'attempt' in event && event.attempt === attempt)) return true;
  // A step that was begun is brought to its end, though others have sent more since.
  return countRequest({ requests }) || recorded.length > 0;
}
