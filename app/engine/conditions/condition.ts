// Checks conditions, and describes them for the log.
import { isMissing } from '../comparing/equality';
import { holds } from '../comparing/operators';
import { describeOperator, needsValue, type Operator } from '../comparing/operator-name';
import type { Condition } from '../definition/conditional-step';
import { type ConditionCheck, loggedValueLength } from '../events/event';
import { isFile, withoutBytes } from '../files/file-value';
import { isJsonLongerThan, stringifyJson } from '../json/json';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';
import type { Steps } from '../placeholders/work-turns';
import { readVariable } from '../placeholders/read-variable';
import type { Variables } from '../placeholders/reference';
import { beginningOfText } from '../json/value-text';
import { cutWithoutMark, truncate } from '../texts/truncate';

/** Checks one condition, with the steps that its filters may take. The values for the log are masked. */
export function checkCondition(
  { field, operator, value }: Condition,
  variables: Variables,
  maskSecrets: MaskSecrets,
  work?: Steps,
): ConditionCheck {
  const actual = readVariable(field, variables, work);
  return {
    fieldName: field,
    conditionType: operator,
    expectedValue: needsValue(operator) ? maskSecretsIn(value, maskSecrets) : null,
    actualValue: logValue(actual, maskSecrets),
    met: holds(actual, operator, value),
  };
}

/** Checks a condition without the text for the log, which takes long to build for a large value. */
export function isMet({ field, operator, value }: Condition, variables: Variables, work?: Steps): boolean {
  return holds(readVariable(field, variables, work), operator, value);
}

/** How much of a long value is read: any secret that begins in the logged part also ends in this part. */
const readValueLength = 16 * loggedValueLength;

function logValue(whole: unknown, maskSecrets: MaskSecrets): unknown {
  const value = isFile(whole) ? withoutBytes(whole) : whole;
  if (value === undefined || !isJsonLongerThan(value, loggedValueLength))
    return maskSecretsIn(withoutBytes(value), maskSecrets);
  // Masked before it is cut: half a secret at the cut would not be recognised.
  const masked = maskSecrets(beginningOfText(value, readValueLength));
  return `${cutWithoutMark(masked, loggedValueLength)}…`;
}

/** Describes a condition: `response.body.ok equals false`. */
export function describeCondition({ field, operator, value }: Condition): string {
  const words = [field, describeOperator(operator)];
  return [...words, ...(needsValue(operator) ? [shorten(value)] : [])].join(' ');
}

/** Describes a check that failed: `status equals "paid" is not met: the value is "open".` */
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
  return truncate(text, 100);
}
