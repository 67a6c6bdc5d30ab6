// Where a wait cannot stand, and what of one would not work. What was saved is still read: a run passes such a wait.
import { listChoices } from '../definition/call-wait';
import { type ApiCall } from '../definition/api-call';
import { nameCall } from '../definition/call-name';
import type { LoopStep } from '../definition/loop-step';
import { sortByOrder } from '../definition/order';
import { findStretch } from '../definition/stretch';
import type { Definition, WebhookTrigger } from '../integration';
import { makesVariable } from '../named-variables';
import { answerFact, runName } from '../run-facts';
import { listTexts } from './call-texts';

/** By field, from the definition on: waits of calls that an item of a list comes to, and choices that are the same. */
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
  for (const [index, { wait }] of apiCalls.entries()) {
    if (wait?.kind !== 'answer') continue;
    const names = listChoices(wait).map((choice) => choice.toLowerCase());
    if (new Set(names).size < names.length) problems[`apiCalls.${index}.wait.choices`] = [sameChoice];
  }
  return problems;
}

const sameChoice = 'Each choice can be there once';

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

/** Waits for an answer whose address no call sends, so that nobody outside can give one. */
export function listUnsentAddresses(definition: Definition): string[] {
  const calls = sortByOrder(definition.apiCalls);
  let isSent = false;
  return calls.flatMap((call, index) => {
    const isAsked = call.wait?.kind === 'answer' && !isSent;
    if (call.wait?.kind === 'answer') isSent = false;
    if (listTexts(call).some(({ text }) => text.includes(answerFact))) isSent = true;
    if (!isAsked) return [];
    const name = nameCall(call.name, index);
    const address = `{{${runName}.${answerFact}}}`;
    return makesVariable(definition, runName)
      ? [
          `${name}: a variable of this integration is itself called ${runName}, so there is no ${address} to send.`,
        ]
      : [`${name}: no call before it sends ${address}, so only owners and admins can answer, from the log.`];
  });
}
