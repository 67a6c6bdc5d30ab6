// Finds the placeholders of variables that the payload lacks: those that are filled in all the same, and those that are refused.
import type { Lacked } from './logged';
import type { Refused } from './placeholders/refused';
import { listExpressions } from './placeholders/template-references';
import { showPlaceholder } from './placeholders/placeholder';

/**
 * Lists the variables of `lacked` that the texts send without a value, each once. `{{coupon | default: "none"}}` has a value, and
 * a path into such a variable is refused.
 */
export function listLackedVariables(texts: readonly string[], lacked: readonly Lacked[]): Lacked[] {
  const sent = new Set(
    texts
      .flatMap(listExpressions)
      .filter(({ filters }) => !filters.some(({ name }) => name === 'default'))
      .flatMap(({ head }) => ('reference' in head ? head.reference.name : [])),
  );
  return lacked.filter(({ variableName }) => sent.has(variableName));
}

/**
 * Returns the reason why something was not sent. When that is a reference to a variable which the payload lacks, it says so,
 * with the place in the payload, and how to allow for that.
 */
export function explainLack({ message, unfilled }: Refused, lacked: readonly Lacked[]): string {
  const lack = lacked.find(({ variableName }) => variableName === unfilled?.name);
  if (!lack || !unfilled) return message;
  const allowing = showPlaceholder(`${unfilled.source} | default: "…"`);
  const advice = `If it may be absent, write ${allowing}, with any further filters behind it.`;
  return `${message} The payload has nothing at ${lack.jsonPath}. ${advice}`;
}
