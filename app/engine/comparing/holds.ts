// What the operators of conditions ask. Numbers are compared as numbers only when both sides are finite numbers; everything
// else as text, code unit by code unit, but never a number's order with a text's.
import { compareDecimals, readDecimal } from '../json/decimal';
import { listPropertyNames } from '../json/property-names';
import { textOf } from '../json/value-text';
import { measureLength, readChoices, readLength, readTime } from './compared-value';
import { createEqualIgnoringCase, hasItem, isEqual, isMissing, isScalar, readExpected } from './equality';
import type { Operator } from './operator-name';

/** What is compared with. */
export type Comparand = string | number | boolean | null;

/** Whether a value, undefined where there is none, stands to `expected` as the operator says. */
export function holds(actual: unknown, operator: Operator, expected: Comparand): boolean {
  switch (operator) {
    case 'equals':
      return isEqual(actual, readExpected(expected));
    case 'not_equals':
      return !isEqual(actual, readExpected(expected));
    case 'less_than':
      return isOrdered(actual, expected, (order) => order < 0);
    case 'greater_than':
      return isOrdered(actual, expected, (order) => order > 0);
    case 'less_or_equal':
      return isOrdered(actual, expected, (order) => order <= 0);
    case 'greater_or_equal':
      return isOrdered(actual, expected, (order) => order >= 0);
    case 'contains':
      return contains(actual, expected);
    case 'not_contains':
      return !contains(actual, expected);
    case 'starts_with':
      return isScalar(actual) && textOf(actual).startsWith(textOf(expected));
    case 'ends_with':
      return isScalar(actual) && textOf(actual).endsWith(textOf(expected));
    case 'exists':
      return !isMissing(actual);
    case 'not_exists':
      return isMissing(actual);
    case 'is_empty':
      return isEmpty(actual);
    case 'is_not_empty':
      return !isEmpty(actual);
    case 'in':
      return isIn(actual, expected);
    case 'not_in':
      return !isIn(actual, expected);
    case 'equals_ignoring_case':
      return createEqualIgnoringCase(readExpected(expected))(actual);
    case 'contains_ignoring_case':
      return containsIgnoringCase(actual, expected);
    case 'before':
      return isTimed(actual, expected, (difference) => difference < 0);
    case 'after':
      return isTimed(actual, expected, (difference) => difference > 0);
    case 'has_length':
      return measureLength(actual) === (readLength(expected) ?? NaN);
  }
}

function isEmpty(value: unknown): boolean {
  if (isMissing(value) || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return !isScalar(value) && listPropertyNames(value as object).length === 0;
}

function isOrdered(actual: unknown, expected: unknown, test: (order: number) => boolean): boolean {
  if (!isScalar(actual) || isMissing(expected)) return false;
  const [a, b] = [textOf(actual), textOf(expected)];
  const [first, second] = [readDecimal(a.trim()), readDecimal(b.trim())];
  if (first && second) return test(compareDecimals(first, second));
  // A number has no place among texts: that 'abc' comes behind '5' says nothing of either.
  if (first || second) return false;
  return test(a === b ? 0 : a < b ? -1 : 1);
}

/** Of a list an item, of an object a property, of anything else a part of its text. */
function contains(actual: unknown, expected: unknown): boolean {
  if (isMissing(actual)) return false;
  const sought = readExpected(expected);
  if (Array.isArray(actual)) return hasItem(actual, (item) => isEqual(item, sought));
  if (isScalar(actual)) return textOf(actual).includes(sought.text);
  return Object.hasOwn(actual as object, sought.text);
}

function isIn(actual: unknown, expected: unknown): boolean {
  return readChoices(expected).some((choice) => isEqual(actual, readExpected(choice)));
}

function containsIgnoringCase(actual: unknown, expected: unknown): boolean {
  if (isMissing(actual)) return false;
  const sought = readExpected(expected);
  if (Array.isArray(actual)) return hasItem(actual, createEqualIgnoringCase(sought));
  const lower = sought.text.toLowerCase();
  if (isScalar(actual)) return textOf(actual).toLowerCase().includes(lower);
  return listPropertyNames(actual as object).some((key) => key.toLowerCase() === lower);
}

/** What is no time is neither before nor after one. */
function isTimed(actual: unknown, expected: unknown, test: (difference: number) => boolean): boolean {
  const [at, other] = [readTime(actual), readTime(expected)];
  return at !== undefined && other !== undefined && test(at - other);
}
