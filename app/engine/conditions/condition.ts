// Whether a condition holds, and what the log says about it. Numbers are compared as numbers only when both sides are
// finite numbers; everything else as text, code unit by code unit, but never a number's order with a text's.
import { type Condition, describeOperator, needsValue, type Operator } from '../definition/conditional-step';
import { measureLength, readChoices, readLength, readTime } from '../definition/compared-value';
import { compareDecimals, isDecimal } from '../json/decimal';
import { type ConditionCheck, loggedValueLength } from '../events/event';
import { ExactNumber, isJsonLongerThan, stringifyJson } from '../json/json';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import { readReference, type Variables } from '../placeholders/reference';
import { parseReference } from '../placeholders/reference-pattern';
import { truncateText, textOf } from '../json/value-text';

/** Makes one comparison. What the log is given of it is masked. */
export function checkCondition(
  { field, operator, value }: Condition,
  variables: Variables,
  maskSecrets: MaskSecrets,
): ConditionCheck {
  const reference = parseReference(field);
  const read = reference ? readReference(reference, variables) : ({ found: false } as const);
  const actual = read.found ? read.value : undefined;
  return {
    fieldName: field,
    conditionType: operator,
    expectedValue: needsValue(operator) ? maskSecretsIn(value, maskSecrets) : null,
    actualValue: logValue(actual, maskSecrets),
    met: holds(actual, operator, value),
  };
}

/** Whether a value, undefined where there is none, stands to `expected` as the operator says. */
export function holds(actual: unknown, operator: Operator, expected: Condition['value']): boolean {
  switch (operator) {
    case 'equals':
      return isEqual(actual, expected);
    case 'not_equals':
      return !isEqual(actual, expected);
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
      return isEqualIgnoringCase(actual, expected);
    case 'contains_ignoring_case':
      return containsIgnoringCase(actual, expected);
    case 'before':
      return isTimed(actual, expected, (difference) => difference < 0);
    case 'after':
      return isTimed(actual, expected, (difference) => difference > 0);
    case 'has_length':
      return measureLength(actual) !== undefined && measureLength(actual) === readLength(expected);
  }
}

/** An optional variable that a payload lacks is null, so null is as good as nothing. */
function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isEmpty(value: unknown): boolean {
  if (isMissing(value) || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return !isScalar(value) && Object.keys(value as object).length === 0;
}

function isScalar(value: unknown): boolean {
  return !isMissing(value) && (typeof value !== 'object' || value instanceof ExactNumber);
}

/** Text that looks like a number stays text here: 007 is not 7, unless one side is a number. */
function isEqual(actual: unknown, expected: unknown): boolean {
  if (isMissing(actual) || isMissing(expected)) return isMissing(actual) && isMissing(expected);
  if (!isScalar(actual) && isJsonLongerThan(actual, textOf(expected).length)) return false;
  const a = textOf(actual);
  const b = textOf(expected).trim();
  if (isNumber(actual) && isDecimal(a) && isDecimal(b)) return compareDecimals(a, b) === 0;
  return a === textOf(expected);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function isOrdered(actual: unknown, expected: unknown, test: (order: number) => boolean): boolean {
  if (!isScalar(actual) || isMissing(expected)) return false;
  const a = textOf(actual);
  const b = textOf(expected);
  const [isFirst, isSecond] = [isDecimal(a.trim()), isDecimal(b.trim())];
  if (isFirst && isSecond) return test(compareDecimals(a.trim(), b.trim()));
  // A number has no place among texts: that 'abc' comes behind '5' says nothing of either.
  if (isFirst || isSecond) return false;
  return test(a === b ? 0 : a < b ? -1 : 1);
}

/** Of a list an item, of an object a property, of anything else a part of its text. */
function contains(actual: unknown, expected: unknown): boolean {
  if (isMissing(actual)) return false;
  if (Array.isArray(actual)) return actual.some((item) => isEqual(item, expected));
  if (isScalar(actual)) return textOf(actual).includes(textOf(expected));
  return Object.hasOwn(actual as object, textOf(expected));
}

function isIn(actual: unknown, expected: unknown): boolean {
  return readChoices(expected).some((choice) => isEqual(actual, choice));
}

function isEqualIgnoringCase(actual: unknown, expected: unknown): boolean {
  if (isEqual(actual, expected)) return true;
  return isScalar(actual) && !isMissing(expected) && lower(actual) === lower(expected);
}

function containsIgnoringCase(actual: unknown, expected: unknown): boolean {
  if (isMissing(actual)) return false;
  if (Array.isArray(actual)) return actual.some((item) => isEqualIgnoringCase(item, expected));
  if (isScalar(actual)) return lower(actual).includes(lower(expected));
  return Object.keys(actual as object).some((key) => key.toLowerCase() === lower(expected));
}

function lower(value: unknown): string {
  return textOf(value).toLowerCase();
}

/** What is no time is neither before nor after one. */
function isTimed(actual: unknown, expected: unknown, test: (difference: number) => boolean): boolean {
  const [at, other] = [readTime(actual), readTime(expected)];
  return at !== undefined && other !== undefined && test(at - other);
}

/** So much of a long value is looked at that no secret which begins in the logged part ends outside of it. */
const readValueLength = 16 * loggedValueLength;

function logValue(value: unknown, maskSecrets: MaskSecrets): unknown {
  if (value === undefined || !isJsonLongerThan(value, loggedValueLength))
    return maskSecretsIn(value, maskSecrets);
  // Masked before it is cut: half a secret at the cut would not be recognised.
  return `${maskSecrets(truncateText(value, readValueLength)).slice(0, loggedValueLength)}…`;
}

/** What a condition asks for, in words: `response.body.ok equals false`. */
export function describeCondition({ field, operator, value }: Condition): string {
  const words = [field, describeOperator(operator)];
  return [...words, ...(needsValue(operator) ? [shorten(value)] : [])].join(' ');
}

/** A check that failed, in words: `status equals "paid" is not met: the value is "open".` */
export function describeFailedCheck(check: ConditionCheck): string {
  const { fieldName, conditionType, expectedValue, actualValue } = check;
  const operator = conditionType as Operator;
  const words = [fieldName, describeOperator(operator)];
  if (needsValue(operator)) words.push(shorten(expectedValue));
  const actual = isMissing(actualValue) ? 'there is no value' : `the value is ${shorten(actualValue)}`;
  return `${words.join(' ')} is not met: ${actual}.`;
}

function shorten(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
