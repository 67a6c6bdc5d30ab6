// Finds waits at the wrong place, and waits that would not work. Saved ones are still read: a run passes such a wait.
import { type ApiCall } from '../definition/api-call';
import { nameCall } from '../definition/call-name';
import { listAnswerChoices, listWaitTexts } from '../definition/call-wait';
import { listChainItems } from '../chain/chain';
import type { LoopStep } from '../definition/loop-step';
import { sortByOrder } from '../definition/order';
import { findLoopRange } from '../definition/loop-range';
import type { Definition, WebhookTrigger } from '../integration';
import { makesVariable } from '../named-variables';
import { listReferences } from '../placeholders/expression-pattern';
import { showPlaceholder } from '../placeholders/placeholder';
import { listExpressions } from '../placeholders/template-references';
import { answerAddress, answerFact, runName } from '../run-facts';
import { type CallText, listComputedTexts, listMadeTexts, listCallTexts, listWebhooks } from './call-texts';

/** Lists problems by field: waits inside a for each, except on its first call, and choices that appear twice. */
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
    const { first, last } = findLoopRange(calls, loop) ?? { first: 0, last: -1 };
    for (const call of calls.slice(first + 1, last + 1)) {
      if (call.wait) problems[`apiCalls.${apiCalls.indexOf(call)}.wait`] = [insideLoop];
    }
  }
  for (const [index, { wait }] of apiCalls.entries()) {
    if (wait?.kind !== 'answer') continue;
    const names = listAnswerChoices(wait).map((choice) => choice.toLowerCase());
    if (new Set(names).size < names.length) problems[`apiCalls.${index}.wait.choices`] = [sameChoice];
  }
  return problems;
}

const sameChoice = 'Each choice may appear only once';

const insideLoop =
  'Inside a for each only the first API call can have a wait: the run waits once, before the first item';

/** Warns if a sender that waits for the result gets none, because the run waits before it has one. */
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
  return [`${name}: the run waits before this call, so the sender does not get the result in time.`];
}

/** Warns about waits for an answer whose address no call sends, and about addresses behind which no such wait follows. */
export function listAddressWarnings(definition: Definition): string[] {
  const calls = listChainItems(definition).filter((place) => place.kind === 'call');
  const isMade = makesVariable(definition, runName);
  const warnings = isMade ? [] : listComputedTexts(definition.runSettings?.computed).flatMap(warnOfNone);
  let isSent = false;
  for (const [index, { call, handling, name }] of calls.entries()) {
    const isAsked = call.wait?.kind === 'answer' && !isSent;
    if (call.wait?.kind === 'answer') isSent = false;
    // A later call sends what this call computes.
    const texts = [...listCallTexts(call), ...listMadeTexts(call), ...listWebhooks(handling)];
    if (texts.some(namesAddress)) isSent = true;
    const isLast = !calls.slice(index + 1).some((next) => next.call.wait?.kind === 'answer');
    const own = call.wait?.kind === 'answer' ? listWaitTexts(call.wait) : [];
    const lost = isLast && !isMade ? texts.filter(({ text }) => !own.includes(text)).flatMap(warnOfNone) : [];
    warnings.push(
      ...[...lost, ...(isAsked ? [describeUnsent(isMade)] : [])].map((text) => `${name}: ${text}`),
    );
  }
  return warnings;
}

const address = showPlaceholder(answerAddress);

function describeUnsent(isMade: boolean): string {
  return isMade
    ? `a variable of this integration is itself called ${runName}, so there is no ${address} to send.`
    : `no call before it sends ${address}, so only owners and admins can answer, from the log.`;
}

function namesAddress({ text }: CallText): boolean {
  if (!text.includes(answerFact)) return false;
  const references = listExpressions(text).flatMap(listReferences);
  return references.some(({ source }) => source === answerAddress);
}

function warnOfNone(written: CallText): string[] {
  if (!namesAddress(written)) return [];
  return [`${address} in ${written.place} has no value there: no wait for an answer follows.`];
}
