// Finds the placeholders of a request that are filled in although the payload lacks their variable.
import type { Lacked } from './logged';
import { listExpressions } from './placeholders/template-references';

/**
 * Lists the variables of `lacked` that the texts send without a value, each once. `{{coupon | default: "none"}}` has a value, and
 * a path into such a variable is refused.
 */
export function listLackedVariables(texts: readonly string[], lacked: readonly Lacked[]): Lacked[] {
  const sent = new Set(
    texts
      .flatMap(listExpressions)
      .filter(({ filters }) => !filters.some(({ name }) => name === 'default'))
      .map(({ reference }) => reference.name),
  );
  return lacked.filter(({ variableName }) => sent.has(variableName));
}
