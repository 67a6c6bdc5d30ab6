// Converts the steps of the form to what the services accept as a save, and their problems to names of the form's fields.
import { splitCodes } from '~/engine/schema/status-code';
import { findWrongLines, readConditionLines } from '../lines/condition-lines';
import { defaultRetryFields } from '../new-step';
import { readOtherwiseChoice, readRuleTarget } from '../otherwise-choice';
import type { EditorForm } from '../editor-form';
import type { ConditionalForm, ConditionRow, HandlingForm, RuleForm } from '../step-schema';
import { readFiniteNumber } from '../read-number';

type FieldErrors = Record<string, string[]>;

interface Placed<Step> {
  step: Step;
  /** The name of the step's field in the form, with dots. */
  name: string;
  /** The number of calls before the step. */
  gap: number;
}

/** Converts both lists of steps. `callIds` maps the ids of new calls in the form to those under which they are saved. */
export function toSteps(form: EditorForm, callIds: ReadonlyMap<string, string>) {
  const idOf = (callId: string) => callIds.get(callId) ?? callId;
  return {
    conditionalExecutionSteps: listConditionals(form).map(({ step, gap }) => ({
      id: step.id,
      order: gap + 0.5,
      nextApiCallId: idOf(step.nextApiCallId),
      match: step.match || undefined,
      otherwise: readOtherwiseChoice(step.otherwise).otherwise,
      otherwiseApiCallId: idOf(readOtherwiseChoice(step.otherwise).callId),
      conditionalExecution: toConditionalExecution(step),
    })),
    responseHandlingSteps: listHandlings(form).map(({ step, gap }) => ({
      id: step.id,
      order: gap + 0.5,
      nextApiCallId: idOf(form.apiCalls[gap - 1]?.id ?? ''),
      responseHandling: {
        defaultAction: step.defaultAction || undefined,
        defaultNotificationEmail: step.defaultNotificationEmail,
        statusCodeActions: step.statusCodeActions.map((rule) => toRule(rule, idOf)),
      },
    })),
  };
}

function listConditionals({ firstConditional, apiCalls }: EditorForm): Placed<ConditionalForm>[] {
  const first = firstConditional.map((step, index) => ({ step, name: `firstConditional.${index}`, gap: 0 }));
  const behind = apiCalls.flatMap(({ conditional }, call) =>
    conditional.map((step, index) => ({
      step,
      name: `apiCalls.${call}.conditional.${index}`,
      gap: call + 1,
    })),
  );
  return [...first, ...behind];
}

function listHandlings({ apiCalls }: EditorForm): Placed<HandlingForm>[] {
  return apiCalls.flatMap(({ handling }, call) =>
    handling.map((step, index) => ({ step, name: `apiCalls.${call}.handling.${index}`, gap: call + 1 })),
  );
}

function toConditionalExecution({ enabled, executionTrigger, conditions }: ConditionalForm) {
  const [condition, ...more] = conditions.map(toCondition);
  return {
    // What never checked because of its trigger is kept as it is until it is switched on.
    enabled: enabled || executionTrigger === 'always',
    executionTrigger: enabled ? 'conditional' : executionTrigger || undefined,
    condition,
    conditions: more.length > 0 ? more : undefined,
  };
}

function toCondition({ field, operator, value, stored }: ConditionRow) {
  const kept = stored ? readScalar(stored) : undefined;
  return { field, operator: operator || undefined, value: String(kept) === value && stored ? kept : value };
}

/** Reads what `JSON.stringify` wrote of a value that is not a text; undefined when the text is something else. */
function readScalar(text: string): number | boolean | null | undefined {
  const words: Record<string, boolean | null> = { true: true, false: false, null: null };
  if (text in words) return words[text];
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function toRule(rule: RuleForm, idOf: (callId: string) => string) {
  const { statusCodes, notificationEmail, retryConfig, webhookURL } = rule;
  const { conditions } = readConditionLines(rule.when);
  const { otherwise: action } = readOtherwiseChoice(rule.action);
  return {
    // A rule without codes and without conditions was left empty, and the services report that.
    statusCodes: statusCodes.trim() === '' && conditions.length > 0 ? [] : splitCodes(statusCodes),
    when: conditions.length > 0 ? conditions : undefined,
    action,
    goToApiCallId: idOf(readRuleTarget(rule) ?? ''),
    notificationEmail,
    // Default settings of a rule that does not retry are left out; the rule would have them anyway.
    retryConfig: action === 'retry' || !isDefault(retryConfig) ? toRetry(retryConfig) : undefined,
    webhookURL,
  };
}

function isDefault(retry: RuleForm['retryConfig']): boolean {
  return Object.entries(defaultRetryFields).every(([key, text]) => {
    const typed = retry[key as keyof typeof retry];
    return typed === '' || typed === text;
  });
}

function toRetry({ maxRetries, retryDelay, backoffStrategy }: RuleForm['retryConfig']) {
  return {
    maxRetries: readFiniteNumber(maxRetries),
    retryDelay: readFiniteNumber(retryDelay),
    backoffStrategy: backoffStrategy || undefined,
  };
}

/** Lists errors of the form that can no longer be seen in the result of `toSteps`. */
export function listStepErrors(form: EditorForm): FieldErrors {
  const errors: FieldErrors = {};
  for (const { step, name } of listHandlings(form)) {
    for (const [index, { action, when, retryConfig, afterRetries }] of step.statusCodeActions.entries()) {
      const wrong = findWrongLines(when, 'response.body.ok equals false');
      if (wrong) errors[toFieldName(`${name}.statusCodeActions.${index}.when`)] = [wrong];
      if (action !== 'retry') continue;
      if (afterRetries === 'go_to') {
        const field = toFieldName(`${name}.statusCodeActions.${index}.afterRetries`);
        errors[field] = ['Choose the API call to continue with'];
      }
      for (const field of ['maxRetries', 'retryDelay'] as const) {
        const typed = retryConfig[field];
        if (typed.trim() === '' || readFiniteNumber(typed) !== undefined) continue;
        const path = `${name}.statusCodeActions.${index}.retryConfig.${field}`;
        errors[toFieldName(path)] = ['Write a number'];
      }
    }
  }
  return errors;
}

/** Names the form's field of a problem, with dots: `conditionalExecutionSteps.0.order` → `firstConditional`. */
export function nameStepField(field: string, form: EditorForm): string | undefined {
  const [, list, index = '', rest = ''] =
    /^(conditionalExecutionSteps|responseHandlingSteps)\.(\d+)\.?(.*)$/.exec(field) ?? [];
  if (!list) return undefined;
  const placed = (list === 'responseHandlingSteps' ? listHandlings(form) : listConditionals(form))[
    Number(index)
  ];
  if (!placed) return 'apiCalls';
  const part =
    list === 'responseHandlingSteps' ? nameHandlingPart(rest, placed.step) : nameConditionalPart(rest);
  // A problem without a field of its own belongs to the card.
  return part === undefined ? placed.name.replace(/\.\d+$/, '') : `${placed.name}.${part}`;
}

function nameConditionalPart(rest: string): string | undefined {
  if (rest === 'nextApiCallId' || rest === 'match') return rest;
  if (rest === 'otherwise' || rest === 'otherwiseApiCallId') return 'otherwise';
  const [, part, row = '', more = ''] =
    /^conditionalExecution\.(enabled|executionTrigger|conditions?)(?:\.(\d+))?(.*)$/.exec(rest) ?? [];
  if (part === 'condition') return more ? `conditions.0${more}` : 'conditions';
  // The first row is saved as the single `condition`.
  if (part === 'conditions') return row ? `conditions.${Number(row) + 1}${more}` : 'conditions';
  return part;
}

function nameHandlingPart(rest: string, step: ConditionalForm | HandlingForm): string | undefined {
  const [, part] = /^responseHandling\.(.+)$/.exec(rest) ?? [];
  return part
    ?.replace(/\.statusCodes\.\d+$/, '.statusCodes')
    .replace(/\.when\..+$/, '.when')
    .replace(/(\d+)\.goToApiCallId$/, (_, index: string) => {
      const rules = 'statusCodeActions' in step ? step.statusCodeActions : [];
      return `${index}.${rules[Number(index)]?.action === 'retry' ? 'afterRetries' : 'action'}`;
    });
}

/** Converts dots before numbers to brackets: `apiCalls.0.url` → `apiCalls[0].url`. */
export function toFieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}
