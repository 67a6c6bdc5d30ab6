// Where a wait cannot stand. What was saved is still read: a run passes such a wait.
import { type ApiCall } from '../definition/api-call';
import { nameCall } from '../definition/call-name';
import type { LoopStep } from '../definition/loop-step';
import { sortByOrder } from '../definition/order';
import { findStretch } from '../definition/stretch';
import type { WebhookTrigger } from '../integration';

/** By field, from the definition on: waits of calls that an item of a list comes to. */
export function listMisplacedWaits({
  apiCalls,
  loopSteps = [],
}: {
  apiCalls: ApiCall[];
  loopSteps?: LoopStep[] | undefined;
}): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  const calls = sortByOrder(apiCalls);
  for (const loop of loopSteps) {
    const { first, last } = findStretch(calls, loop) ?? { first: 0, last: -1 };
    for (const call of calls.slice(first + 1, last + 1)) {
      if (call.wait) problems[`apiCalls.${apiCalls.indexOf(call)}.wait`] = [insideLoop];
    }
  }
  return problems;
}

const insideLoop =
  'Inside a for each only the first API call can have a wait, which comes once, before the list';

/** Said where a sender that waits for the result gets none, because the run waits before it has one. */
export function listLateAnswers(
  { apiCalls }: { apiCalls: ApiCall[] },
  { webhook: { respond } }: WebhookTrigger,
): string[] {
  const calls = sortByOrder(apiCalls);
  const after = respond?.mode === 'result' ? calls.findIndex(({ id }) => id === respond.afterCallId) : -1;
  const before = after === -1 ? calls : calls.slice(0, after + 1);
  const at = before.findIndex(({ wait }) => wait !== undefined);
  if (at === -1) return [];
  const name = nameCall(before[at]?.name, at);
  return [
    `${name}: the run waits before this call, so the sender, which waits for the result, is not given it in time.`,
  ];
}
