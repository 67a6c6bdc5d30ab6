// Warns about conditions and rules that can never hold as they were probably meant.
import type { ChainItem } from '../chain/chain';
import { needsValue, type Operator } from '../comparing/operator-name';
import { type Condition, listConditions } from '../definition/conditional-step';
import type { StatusCodeAction } from '../definition/response-step';
import type { Definition } from '../integration';
import { readDecimal } from '../json/decimal';
import { showPlaceholder } from '../placeholders/placeholder';
import { listInsides } from '../placeholders/reference-pattern';
import { matchesCode } from '../schema/code-match';
import { inQuotes } from '../texts/in-quotes';

/** Lists warnings as sentences that name the call, each once. */
export function listConditionWarnings(
  { triggerConfig: trigger }: Pick<Definition, 'triggerConfig'>,
  places: readonly ChainItem[],
): string[] {
  const onlyRunIf = trigger.type === 'webhook' ? (trigger.webhook.onlyRunIf ?? []) : [];
  const warnings = listOfConditions('Only run if', onlyRunIf, compareInField);
  for (const place of places) {
    if (place.kind === 'check')
      warnings.push(...listOfConditions('Condition', listConditions(place.step), compareInField));
    else warnings.push(...listOfCall(place));
  }
  return [...new Set(warnings)];
}

function listOfCall({ call, handling, name }: Extract<ChainItem, { kind: 'call' }>): string[] {
  const rules = handling?.responseHandling.statusCodeActions ?? [];
  const conditions = [
    ...(call.repeat?.kind === 'until' ? call.repeat.conditions : []),
    ...rules.flatMap(({ when = [] }) => when),
  ];
  const unreached = rules.flatMap((rule, index) => (isTaken(rule, rules.slice(0, index)) ? rule : []));
  return [
    ...listOfConditions(name, conditions, () => onlyInSteps),
    ...unreached.map(
      ({ statusCodes }) =>
        `${name}: the rule for ${describeCodes(statusCodes)} is never used, because the rules above it take all its responses.`,
    ),
  ];
}

/** Says how to compare with a variable. */
type Advise = (condition: Condition, variable: string) => string;

const compareInField: Advise = ({ field, operator }, variable) =>
  `To compare with it, write {{${field} | is: '${operator}', ${variable}}} as the field, and true as the value.`;

const onlyInSteps = 'Only a conditional step can compare with a variable.';

function listOfConditions(place: string, conditions: readonly Condition[], advise: Advise): string[] {
  return conditions.flatMap((condition) => {
    const problem = findValueProblem(condition, advise);
    return problem === undefined ? [] : [`${place}: ${problem}`];
  });
}

const ordered: ReadonlySet<Operator> = new Set([
  'less_than',
  'greater_than',
  'less_or_equal',
  'greater_or_equal',
]);

/** A number with a unit, a currency, or marks between its thousands. */
const amount = /^[$£€]?\s*\d[\d.,'\s]*(?:[A-Za-z]{1,3}|[%$£€])?$/;

function findValueProblem(condition: Condition, advise: Advise): string | undefined {
  const { field, operator, value } = condition;
  if (typeof value !== 'string' || !needsValue(operator)) return undefined;
  const [inside] = listInsides(value);
  if (inside !== undefined) {
    return `${showPlaceholder(inside)} is compared as text, not filled in. ${advise(condition, inside.trim())}`;
  }
  const text = value.trim();
  if (/^"[^"]*"$/.test(text) && operator !== 'in' && operator !== 'not_in') {
    return `the value ${text} is compared with its quotation marks. Leave them out.`;
  }
  return ordered.has(operator) && amount.test(text) && readDecimal(text) === undefined
    ? `${inQuotes(text)} is not read as a number, so ${field} is never compared with it as one. Write it as 1000.5.`
    : undefined;
}

/** Any response has one of these codes; null stands for none at all. */
const statuses = [...Array.from({ length: 500 }, (_, index) => 100 + index), null];

function takes(codes: StatusCodeAction['statusCodes'], status: number | null): boolean {
  return codes.some((code) => matchesCode(code, status));
}

/** Checks whether every response of a rule meets a rule above that has no conditions. */
function isTaken(rule: StatusCodeAction, above: readonly StatusCodeAction[]): boolean {
  const taking = above.filter(({ when }) => when === undefined).flatMap(({ statusCodes }) => statusCodes);
  if (taking.length === 0) return false;
  const own = statuses.filter((status) =>
    rule.statusCodes.length === 0 ? status !== null : takes(rule.statusCodes, status),
  );
  return own.every((status) => takes(taking, status));
}

function describeCodes(codes: StatusCodeAction['statusCodes']): string {
  return codes.length === 0 ? 'any response' : codes.join(', ');
}
