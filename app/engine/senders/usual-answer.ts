// What a sender is answered once its delivery is on disk, where the trigger says nothing of its own.
import type { FilledAnswer } from './answer';
import { findSender } from './senders';
import type { Verify } from './verify';

/** What the sender wants to read; undefined where 202 and the execution's id will do. */
export function findUsualAnswer(verify: Verify | undefined): FilledAnswer | undefined {
  const answer = findSender(verify?.scheme ?? 'auto')?.answer;
  return answer && { ...answer, headers: [] };
}
