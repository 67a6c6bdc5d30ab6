// Describes the steps between calls for the outline: conditions, loops, and badges for where a run may leave the straight order.
import type { FieldMetadata } from '@conform-to/react';
import { clampRetry } from '~/engine/definition/retry';
import type { Operator } from '~/engine/comparing/operator-name';
import { unaryOperators } from '~/engine/comparing/unary-operators';
import type { EditorForm } from '../../form/editor-form';
import type { CallName } from '../../form/fields/call-names';
import { readChosenCall, readRuleTarget } from '../../form/otherwise-choice';
import { listOf } from '../../form/variable-scope';
import type { ConditionalForm, HandlingForm, LoopForm, RuleForm } from '../../form/step-schema';
import { readFiniteNumber } from '../../form/read-number';

export type Typed<Value> = FieldMetadata<Value, EditorForm>['value'];

export const operatorLabels: Record<Operator, string> = {
  equals: 'equals',
  not_equals: 'does not equal',
  less_than: 'is less than',
  greater_than: 'is greater than',
  less_or_equal: 'is at most',
  greater_or_equal: 'is at least',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'exists',
  not_exists: 'does not exist',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
  in: 'is one of',
  not_in: 'is none of',
  equals_ignoring_case: 'equals, ignoring case',
  contains_ignoring_case: 'contains, ignoring case',
  before: 'is before',
  after: 'is after',
  has_length: 'has length',
};

/** Describes a condition after `gap` calls: `If status equals paid, continue with Ship; otherwise skip Bill`. */
export function describeConditional(step: Typed<ConditionalForm>, calls: CallName[], gap: number): string {
  if (!step?.enabled) return 'Switched off: always goes on';
  const conditions = listOf(step.conditions).map((row) => {
    const operator = row?.operator ?? 'equals';
    const words = [row?.field || '…', isOperator(operator) ? operatorLabels[operator] : operator];
    return [...words, ...(unaryOperators.has(operator) ? [] : [row?.value || '…'])].join(' ');
  });
  const next = calls[gap]?.label;
  const target = calls.find(({ id }) => id === step.nextApiCallId)?.label ?? next;
  const joined = conditions.join(step.match === 'any' ? ' or ' : ' and ') || '…';
  const otherwise = describeOtherwise(step.otherwise, calls, next);
  return `If ${joined}, continue${target ? ` with ${target}` : ''}; otherwise ${otherwise}`;
}

function describeOtherwise(choice: string | undefined, calls: CallName[], next: string | undefined): string {
  if (choice === 'end') return 'end the run';
  const callId = readChosenCall(choice);
  if (callId === undefined && choice !== 'go_to') return next ? `skip ${next}` : 'continue to the end';
  return describeGoingOn(callId, calls);
}

/** Describes where a run continues: `continue with Ship`. */
export function describeGoingOn(callId: string | undefined, calls: CallName[]): string {
  return `continue with ${calls.find(({ id }) => id === callId)?.label ?? '…'}`;
}

function isOperator(text: string): text is Operator {
  return text in operatorLabels;
}

/** Describes a loop that begins with the call at `first`: `{{order}} of {{orders}}, through Ship; 4 at once`. */
export function describeLoop(loop: Typed<LoopForm>, calls: CallName[], first: number): string {
  const through = calls.findIndex(({ id }) => id !== '' && id === loop?.throughCallId);
  const collected = listOf(loop?.collect).flatMap((row) => (row?.saveAs ? showName(row.saveAs) : []));
  const more = [
    Number(loop?.atOnce) > 1 && `${loop?.atOnce} at once`,
    loop?.onError && loop.onError !== 'stop' && 'continues if one fails',
    loop?.newBy && 'new ones only',
    collected.length > 0 && `collects ${collected.join(', ')}`,
  ].filter(Boolean);
  const range = through > first ? `, through ${calls[through]?.label}` : '';
  return [`${showName(loop?.itemName)} of ${showName(loop?.items)}${range}`, ...more].join('; ');
}

/** Writes a name in braces, whether they were typed or not. */
function showName(typed = ''): string {
  const name = typed.replace(/^\s*\{\{|\}\}\s*$/g, '').trim();
  return name === '' ? '…' : `{{${name}}}`;
}

/** Returns the retries of a rule as a run will use them, whatever is typed. */
export function readRetry(retry: Typed<RuleForm['retryConfig']>) {
  return clampRetry({
    maxRetries: readFiniteNumber(retry?.maxRetries),
    retryDelay: readFiniteNumber(retry?.retryDelay),
    backoffStrategy: retry?.backoffStrategy === 'exponential' ? 'exponential' : 'linear',
  });
}

export interface BranchBadge {
  kind: 'skip' | 'jump' | 'end' | 'stop' | 'retry' | 'webhook';
  text: string;
}

/** Lists where a run may go after the first `gap` calls, other than straight on. */
export function listBranchBadges(
  handling: Typed<HandlingForm>,
  conditional: Typed<ConditionalForm>,
  calls: CallName[],
  gap: number,
): BranchBadge[] {
  const marks: BranchBadge[] = [];
  const rules = listOf(handling?.statusCodeActions);
  const retries = rules
    .filter((rule) => rule?.action === 'retry')
    .map((rule) => readRetry(rule?.retryConfig).maxRetries);
  const most = Math.max(0, ...retries);
  if (most > 0)
    marks.push({ kind: 'retry', text: most === 1 ? 'Retries once' : `Retries up to ${most} times` });
  if (rules.some((rule) => rule?.action === 'webhook'))
    marks.push({ kind: 'webhook', text: 'Posts webhook' });
  const mayStop =
    rules.some((rule) => rule?.action === 'stop_notify') || handling?.defaultAction === 'stop_notify';
  if (mayStop) marks.push({ kind: 'stop', text: 'May stop & notify' });
  const next = calls[gap];
  const check = conditional?.enabled ? conditional : undefined;
  const otherwise = check?.otherwise ?? (check && 'skip_next');
  const targets = [check?.nextApiCallId, readChosenCall(otherwise)];
  targets.push(...rules.map(readRuleTarget));
  for (const { id, label } of calls.slice(gap + 1)) {
    if (id !== '' && targets.includes(id)) marks.push({ kind: 'jump', text: `May jump to ${label}` });
  }
  if (next && otherwise === 'skip_next') marks.push({ kind: 'skip', text: `May skip ${next.label}` });
  if ((next && otherwise === 'end') || rules.some((rule) => rule?.action === 'end'))
    marks.push({ kind: 'end', text: 'May end the run' });
  return marks;
}
