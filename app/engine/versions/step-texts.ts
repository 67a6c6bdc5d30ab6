// Describes the steps between calls in words and in full, so that two steps that differ read differently.
import { describeOperator, needsValue } from '../comparing/operator-name';
import type { Condition, ConditionalStep } from '../definition/conditional-step';
import type { LoopStep } from '../definition/loop-step';
import type { ResponseHandlingStep, StatusCodeAction } from '../definition/response-step';

/** The name of each call, by its id. */
export type CallNames = ReadonlyMap<string, string>;

/** Returns `If status equals paid and total greater than 5, continue with Ship; otherwise skip the next call`. */
export function spellConditional(step: ConditionalStep, names: CallNames): string {
  const { enabled, executionTrigger, condition, conditions = [] } = step.conditionalExecution;
  const listed = [...(condition ? [condition] : []), ...conditions].map(spellCondition);
  const joined = listed.join(step.match === 'any' ? ' or ' : ' and ');
  const check = executionTrigger === 'always' ? 'Always' : `If ${joined || '…'}`;
  const target = step.nextApiCallId ? ` with ${nameOf(step.nextApiCallId, names)}` : '';
  const text = `${check}, continue${target}; otherwise ${spellOtherwise(step, names)}`;
  return enabled ? text : `Switched off: ${text}`;
}

const onErrorTexts = {
  continue: 'continues if one fails',
  fail_at_end: 'continues if one fails, then ends in error',
};

/** Returns `For each {{order}} of {{orders}} through Ship, 4 at once, at most 1000`, and whatever is not usual. */
export function spellLoop(loop: LoopStep, names: CallNames): string {
  const { itemName, items, throughCallId, atOnce, maxItems, onError, onTooMany, collect, onlyNew } = loop;
  return joinTexts([
    `For each {{${itemName}}} of {{${items}}} through ${nameOf(throughCallId, names)}`,
    atOnce > 1 ? `${atOnce} at once` : undefined,
    `at most ${maxItems}${onTooMany === 'first' ? ', the first of a longer list' : ''}`,
    onError === 'stop' ? undefined : onErrorTexts[onError],
    onlyNew && `only new ones by {{${onlyNew.key}}}`,
    onlyNew?.firstRun === 'remember' && 'only from now on',
    ...collect.map(({ from, saveAs }) => `collects {{${from}}} as {{${saveAs}}}`),
  ]);
}

function spellCondition({ field, operator, value }: Condition): string {
  return [field || '…', describeOperator(operator), ...(needsValue(operator) ? [String(value)] : [])].join(
    ' ',
  );
}

function spellOtherwise({ otherwise, otherwiseApiCallId }: ConditionalStep, names: CallNames): string {
  if (otherwise === 'end') return 'end the run';
  return otherwise === 'go_to'
    ? `continue with ${nameOf(otherwiseApiCallId ?? '', names)}`
    : 'skip the next call';
}

function nameOf(callId: string, names: CallNames): string {
  return names.get(callId) ?? callId;
}

/** Returns the rules, one a line: `429, 5xx: retry up to 3 times after 1000 ms, linear`, and at last `otherwise continue`. */
export function spellHandling({ responseHandling }: ResponseHandlingStep, names: CallNames): string {
  const { statusCodeActions, defaultAction, defaultNotificationEmail } = responseHandling;
  const otherwise = [`otherwise ${spellAction(defaultAction)}`, defaultNotificationEmail];
  const rules = statusCodeActions.map((rule) => spellRule(rule, names));
  return [...rules, joinTexts(otherwise)].join('\n');
}

function spellRule(
  {
    statusCodes,
    when = [],
    action,
    goToApiCallId,
    retryConfig,
    notificationEmail,
    webhookURL,
  }: StatusCodeAction,
  names: CallNames,
): string {
  const isRetried = action === 'retry' && retryConfig;
  const retry =
    isRetried &&
    `up to ${retryConfig.maxRetries} times after ${retryConfig.retryDelay} ms, ${retryConfig.backoffStrategy}`;
  const then = isRetried && goToApiCallId && `then continue with ${nameOf(goToApiCallId, names)}`;
  const conditions = when.length > 0 ? `when ${when.map(spellCondition).join(' and ')}` : '';
  const what =
    action === 'go_to' ? `continue with ${nameOf(goToApiCallId ?? '', names)}` : spellAction(action);
  const consequence = joinTexts([what, retry || undefined, then || undefined, webhookURL, notificationEmail]);
  return `${[statusCodes.join(', '), conditions].filter(Boolean).join(' ')}: ${consequence}`;
}

function spellAction(action: string): string {
  return action.replaceAll('_', ' ');
}

function joinTexts(texts: (string | false | undefined)[]): string {
  return texts.filter(Boolean).join(', ');
}
