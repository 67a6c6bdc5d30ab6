// The response that a sender gets once its delivery is on disk, where the trigger sets none.
import type { FilledAnswer } from './answer';
import { isReflectable } from './reflectable';
import { findSender } from './senders';
import type { Verify } from './verify';

/** Returns the sender's usual response; undefined where 202 and the id will do. `header` reads the proven delivery. */
export function findDefaultAnswer(
  verify: Verify | undefined,
  header?: (name: string) => string | undefined,
): FilledAnswer | undefined {
  const answer = findSender(verify?.scheme ?? 'auto')?.answer;
  if (!answer) return undefined;
  const { returns, ...plain } = answer;
  const value = returns && header?.(returns.toLowerCase());
  return { ...plain, headers: returns && isReflectable(value) ? [[returns, value]] : [] };
}
