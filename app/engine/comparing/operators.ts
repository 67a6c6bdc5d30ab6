// The operators of conditions. Numbers are compared as numbers only when both sides are finite numbers, everything else as
// text, code unit by code unit. A number and a text have no order.
import { compareDecimals, readDecimal } from '../json/decimal';
import { listPropertyNames } from '../json/property-names';
import { textOf } from '../json/value-text';
import { hasText } from '../texts/find-text';
import { measureLength, readChoices, readLength, readTime } from './compared-value';
import { createEqualIgnoringCase, hasItem, isEqual, isMissing, isScalar, readExpected } from './equality';
import type { Operator } from './operator-name';

/** The value that is compared with. */
type Comparand = string | number | boolean | null;

/** Checks whether a value, undefined where there is none, relates to `expected` as the operator says. */
export function holds(actual: unknown, operator: Operator, expected: Comparand): boolean {
  return createTest(operator, expected)(actual);
}

/** Creates the same check for any number of values; `expected` is read once. */
export function createTest(operator: Operator, expected: Comparand): (actual: unknown) => boolean {
  switch (operator) {
    case 'equals':
      return createEqual(expected);
    case 'not_equals':
      return not(createEqual(expected));
    case 'less_than':
      return createOrdered(expected, (order) => order < 0);
    case 'greater_than':
      return createOrdered(expected, (order) => order > 0);
    case 'less_or_equal':
      return createOrdered(expected, (order) => order <= 0);
    case 'greater_or_equal':
      return createOrdered(expected, (order) => order >= 0);
    case 'contains':
      return createContains(expected);
    case 'not_contains':
      return not(createContains(expected));
    case 'starts_with':
      return (actual) => isScalar(actual) && textOf(actual).startsWith(textOf(expected));
    case 'ends_with':
      return (actual) => isScalar(actual) && textOf(actual).endsWith(textOf(expected));
    case 'exists':
      return not(isMissing);
    case 'not_exists':
      return isMissing;
    case 'is_empty':
      return isEmpty;
    case 'is_not_empty':
      return not(isEmpty);
    case 'in':
      return createIn(expected);
    case 'not_in':
      return not(createIn(expected));
    case 'equals_ignoring_case':
      return createEqualIgnoringCase(readExpected(expected));
    case 'contains_ignoring_case':
      return createContainsIgnoringCase(expected);
    case 'before':
      return createTimed(expected, (difference) => difference < 0);
    case 'after':
      return createTimed(expected, (difference) => difference > 0);
    case 'has_length': {
      const length = readLength(expected) ?? NaN;
      return (actual) => measureLength(actual) === length;
    }
  }
}

type Test = (actual: unknown) => boolean;

function not(test: Test): Test {
  return (actual) => !test(actual);
}

function createEqual(expected: unknown): Test {
  const sought = readExpected(expected);
  return (actual) => isEqual(actual, sought);
}

function isEmpty(value: unknown): boolean {
  if (isMissing(value) || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return !isScalar(value) && listPropertyNames(value as object).length === 0;
}

function createOrdered(expected: unknown, test: (order: number) => boolean): Test {
  if (isMissing(expected)) return () => false;
  const b = textOf(expected);
  const second = readDecimal(b.trim());
  return (actual) => {
    if (!isScalar(actual)) return false;
    const a = textOf(actual);
    const first = readDecimal(a.trim());
    if (first && second) return test(compareDecimals(first, second));
    // A number and a text have no order: that 'abc' comes behind '5' says nothing about either.
    if (first || second) return false;
    return test(a === b ? 0 : a < b ? -1 : 1);
  };
}

/** Creates the test whether a list has an item, an object a property, or anything else a part of its text. */
function createContains(expected: unknown): Test {
  const sought = readExpected(expected);
  return (actual) => {
    if (isMissing(actual)) return false;
    if (Array.isArray(actual)) return hasItem(actual, (item) => isEqual(item, sought));
    if (isScalar(actual)) return hasText(textOf(actual), sought.text);
    return Object.hasOwn(actual as object, sought.text);
  };
}

function createIn(expected: unknown): Test {
  const choices = readChoices(expected).map(readExpected);
  return (actual) => choices.some((choice) => isEqual(actual, choice));
}

function createContainsIgnoringCase(expected: unknown): Test {
  const sought = readExpected(expected);
  const lower = sought.text.toLowerCase();
  const isSought = createEqualIgnoringCase(sought, lower);
  return (actual) => {
    if (isMissing(actual)) return false;
    if (Array.isArray(actual)) return hasItem(actual, isSought);
    if (isScalar(actual)) return hasText(textOf(actual).toLowerCase(), lower);
    return listPropertyNames(actual as object).some((key) => key.toLowerCase() === lower);
  };
}

/** Creates a test of times; a value that is no time is neither before nor after one. */
function createTimed(expected: unknown, test: (difference: number) => boolean): Test {
  const other = readTime(expected);
  return (actual) => {
    const at = readTime(actual);
    return at !== undefined && other !== undefined && test(at - other);
  };
}
