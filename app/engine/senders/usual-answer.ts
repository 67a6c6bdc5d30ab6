// What a sender is answered once its delivery is on disk, where the trigger says nothing of its own.
import type { FilledAnswer } from './answer';
import { isReflectable } from './reflectable';
import { findSender } from './senders';
import type { Verify } from './verify';

/** What the sender wants to read; undefined where 202 and the execution's id will do. `header` is that of the delivery, proven. */
export function findUsualAnswer(
  verify: Verify | undefined,
  header?: (name: string) => string | undefined,
): FilledAnswer | undefined {
  const answer = findSender(verify?.scheme ?? 'auto')?.answer;
  if (!answer) return undefined;
  const { returns, ...plain } = answer;
  const value = returns && header?.(returns.toLowerCase());
  return { ...plain, headers: returns && isReflectable(value) ? [[returns, value]] : [] };
}
