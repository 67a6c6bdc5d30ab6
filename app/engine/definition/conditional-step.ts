// The definition of a check between two calls: the conditions for continuing with the next call, and what follows when they do
// not hold.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { ItemId } from '../schema/item-id';
import { readChoices, readLength, readTime } from '../comparing/compared-value';
import { describeOperator, needsValue, Operator } from '../comparing/operator-name';
import { parseExpression } from '../placeholders/expression-pattern';

export const Condition = z.object({
  /** A variable or a path into one, with or without the braces of a placeholder. */
  field: z
    .string()
    .max(500, 'The field to check must be 500 characters or less')
    .default('')
    .transform((field) =>
      field
        .trim()
        .replace(/^\{\{(.*)\}\}$/s, '$1')
        .trim(),
    ),
  operator: Operator.default('equals'),
  value: z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]).default(''),
});
export type Condition = z.infer<typeof Condition>;

export const executionTriggers = ['always', 'conditional'] as const;

const matches = ['all', 'any'] as const;

/** Whether all of a step's conditions must hold, or any. */
export const Match = z.enum(matches, { error: describeChoice('What must hold', matches) });
export type Match = z.infer<typeof Match>;

const otherwises = ['skip_next', 'go_to', 'end'] as const;

/** What follows when a step's conditions do not hold: the next call is skipped, a later call is next, or the run ends. */
export const Otherwise = z.enum(otherwises, {
  error: describeChoice('What happens otherwise', otherwises),
});
export type Otherwise = z.infer<typeof Otherwise>;

/** A call to continue with; empty for none. */
export const CallTarget = z
  .union([ItemId, z.literal(''), z.null()])
  .optional()
  .transform((id) => id || undefined);

const ConditionalExecution = z.object({
  enabled: z.boolean().default(true),
  /** `always`: the step has no conditions to check. */
  executionTrigger: z
    .enum(executionTriggers, { error: describeChoice('The execution trigger', executionTriggers) })
    .default('conditional'),
  condition: Condition.nullish().transform((condition) => condition ?? undefined),
  /** Further conditions, which are combined with `condition`. */
  conditions: z.array(Condition).max(20, 'A step may have at most 20 conditions').optional(),
});

export const ConditionalStep = z
  .object({
    id: ItemId,
    /** The place in the chain: between the last call whose order is not greater and the next one. */
    order: z.number(),
    /** The call to continue with when the conditions hold; the next one when empty. */
    nextApiCallId: CallTarget,
    match: Match.default('all'),
    otherwise: Otherwise.default('skip_next'),
    /** The call for `go_to`; dropped for the others. */
    otherwiseApiCallId: CallTarget,
    conditionalExecution: ConditionalExecution,
  })
  .superRefine((step, context) => {
    if (!isChecked(step)) return;
    if (step.otherwise === 'go_to' && !step.otherwiseApiCallId) {
      const message = 'Choose the API call to continue with when the conditions are not met';
      context.addIssue({ code: 'custom', path: ['otherwiseApiCallId'], message });
    }
    const { condition, conditions = [] } = step.conditionalExecution;
    if (!condition && conditions.length === 0) {
      const message = 'Condition is required when using conditional execution';
      context.addIssue({ code: 'custom', path: ['conditionalExecution', 'condition'], message });
    }
    const places: [Condition, (string | number)[]][] = conditions.map((item, index) => [
      item,
      ['conditions', index],
    ]);
    if (condition) places.unshift([condition, ['condition']]);
    for (const [item, place] of places) {
      for (const { field, message } of listConditionProblems(item)) {
        context.addIssue({ code: 'custom', path: ['conditionalExecution', ...place, field], message });
      }
    }
  })
  .transform((step) => (step.otherwise === 'go_to' ? step : { ...step, otherwiseApiCallId: undefined }));
export type ConditionalStep = z.infer<typeof ConditionalStep>;

/** Checks whether a step has conditions to check. */
export function isChecked({ conditionalExecution }: Pick<ConditionalStep, 'conditionalExecution'>): boolean {
  return conditionalExecution.enabled && conditionalExecution.executionTrigger === 'conditional';
}

export function listConditions({ conditionalExecution }: ConditionalStep): Condition[] {
  const { condition, conditions = [] } = conditionalExecution;
  return condition ? [condition, ...conditions] : conditions;
}

/** Lists the problems of a condition that could never be checked as intended. */
export function listConditionProblems({ field, operator, value }: Condition) {
  const problems: { field: keyof Condition; message: string }[] = [];
  if (!field) problems.push({ field: 'field', message: 'Field to check is required' });
  else {
    const parsed = parseExpression(field);
    if ('problem' in parsed) problems.push({ field: 'field', message: describeUnreadField(parsed.problem) });
  }
  if (needsValue(operator) && value === '') {
    const message = `Comparison value is required for ${describeOperator(operator)} operator`;
    problems.push({ field: 'value', message });
  } else {
    const message = findValueProblem(operator, value);
    if (message) problems.push({ field: 'value', message });
  }
  return problems;
}

function describeUnreadField(problem: string | undefined): string {
  return problem === undefined
    ? 'Field to check must be a variable or a path into one, like status or order.items[0].id'
    : `Field to check: ${problem}`;
}

function findValueProblem(operator: Operator, value: Condition['value']): string | undefined {
  switch (operator) {
    case 'in':
    case 'not_in':
      return readChoices(value).length === 0
        ? 'Write the values with commas between them, like paid, shipped'
        : undefined;
    case 'before':
    case 'after':
      return readTime(value) === undefined
        ? 'Write a time like 2026-01-05 or 2026-01-05T12:00:00Z'
        : undefined;
    case 'has_length':
      return readLength(value) === undefined ? 'Write a length as a whole number, like 3' : undefined;
    default:
      return undefined;
  }
}
