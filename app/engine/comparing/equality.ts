// Checks whether values equal what a condition expects. The expected value is read once for all of them.
import { compareNumber, type Decimal, readDecimal } from '../json/decimal';
import { ExactNumber } from '../json/json';
import { isJsonText } from '../json/json-match';
import { textOf } from '../json/value-text';

interface Expected {
  isMissing: boolean;
  text: string;
  decimal: Decimal | undefined;
}

export function readExpected(value: unknown): Expected {
  const text = textOf(value);
  return { isMissing: isMissing(value), text, decimal: readDecimal(text.trim()) };
}

/** Checks equality. A text that looks like a number stays text: 007 is not 7, unless the actual value is a number. */
export function isEqual(actual: unknown, { isMissing: isNone, text, decimal }: Expected): boolean {
  if (isMissing(actual) || isNone) return isMissing(actual) && isNone;
  if (decimal && isNumber(actual)) {
    const order = compareNumber(actual, decimal);
    if (order !== undefined) return order === 0;
  }
  return isScalar(actual) ? textOf(actual) === text : isJsonText(actual, text);
}

/**
 * Checks whether any item of a list passes. The list that a path finds may hold the same object or list very many times; each
 * is tested once.
 */
export function hasItem(list: readonly unknown[], passes: (item: unknown) => boolean): boolean {
  const asked = new Set<unknown>();
  return list.some((item) => {
    if (typeof item === 'object' && item !== null) {
      if (asked.has(item)) return false;
      asked.add(item);
    }
    return passes(item);
  });
}

/** Creates a check for equality that ignores upper and lower case. */
export function createEqualIgnoringCase(
  expected: Expected,
  lower = expected.text.toLowerCase(),
): (actual: unknown) => boolean {
  return (actual) =>
    isEqual(actual, expected) ||
    (isScalar(actual) && !expected.isMissing && textOf(actual).toLowerCase() === lower);
}

/** Checks whether a value is missing. An optional variable that a payload lacks is null, so null counts as missing. */
export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

export function isScalar(value: unknown): boolean {
  return !isMissing(value) && (typeof value !== 'object' || value instanceof ExactNumber);
}

function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}
