// Checks conditions of response rules, which can read `response.status`, `.headers`, `.body` and `.durationMs`.
import { needsValue } from '../comparing/operator-name';
import { type Condition, listConditionProblems } from './conditional-step';

const readable = /^response\.(?:(?:status|durationMs)$|headers(?:[.[]|$)|body(?:[.[]|$))/;
const headerName = /^response\.headers(?:\.[^.[]+|\['[^']*'\])/;

/** Lists the problems of conditions; a condition on anything but the response is one. */
export function listResponseConditionProblems(
  conditions: readonly Condition[],
): { path: [index: number, field: keyof Condition]; message: string }[] {
  return conditions.flatMap((condition, index) => {
    const problems = listConditionProblems(condition);
    if (problems.every(({ field }) => field !== 'field') && !readable.test(condition.field)) {
      const message =
        'A rule looks at the response: response.status, response.headers.…, response.body.… or response.durationMs';
      problems.push({ field: 'field', message });
    }
    return problems.map(({ field, message }) => ({
      path: [index, field] as [number, keyof Condition],
      message,
    }));
  });
}

/** Brings conditions into their stored form: header names in lower case (RFC 9110 §5.1), unused values empty. */
export function normalizeResponseConditions(conditions: readonly Condition[]): Condition[] {
  return conditions.map((condition) => ({
    ...condition,
    field: condition.field.replace(headerName, (name) => name.toLowerCase()),
    value: needsValue(condition.operator) ? condition.value : '',
  }));
}
