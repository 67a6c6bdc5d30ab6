// Finds the placeholders of variables that the payload lacks: those that are filled in all the same, and those that are refused.
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

/** Matches a sentence of `describeUnrendered`, and captures what stands between the braces. */
const refusedPlaceholder = /\{\{([^{}]*)\}\} in [^:]* (?:cannot be filled in:|has no value\.)/;

/**
 * Adds to the sentence that says why a placeholder was not filled in that the payload lacks its variable, where it should have
 * been, and how to allow for that. Another message is returned as it is.
 */
export function explainLack(message: string, lacked: readonly Lacked[]): string {
  const [, inside = ''] = refusedPlaceholder.exec(message) ?? [];
  const [written = ''] = inside.split('|');
  const [name] = written.trim().split(/[.[]/, 1);
  const lack = lacked.find(({ variableName }) => variableName === name);
  if (!lack) return message;
  const advice = `If it may be absent, write {{${written.trim()} | default: "…"}}, with any further filters behind it.`;
  return `${message} The payload has nothing at ${lack.jsonPath}. ${advice}`;
}
