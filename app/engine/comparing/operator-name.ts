// The operators that compare values, in conditions and in filters.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { unaryOperators } from './unary-operators';

const operators = [
  'equals',
  'not_equals',
  'less_than',
  'greater_than',
  'less_or_equal',
  'greater_or_equal',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'exists',
  'not_exists',
  'is_empty',
  'is_not_empty',
  'in',
  'not_in',
  'equals_ignoring_case',
  'contains_ignoring_case',
  'before',
  'after',
  'has_length',
] as const;

export const Operator = z.enum(operators, { error: describeChoice('The operator', operators) });
export type Operator = z.infer<typeof Operator>;

/** Checks whether an operator compares with a value. */
export function needsValue(operator: Operator): boolean {
  return !unaryOperators.has(operator);
}

/** Returns an operator as people read it: `less than`. */
export function describeOperator(operator: Operator): string {
  return operator.replaceAll('_', ' ');
}
