// Reads what a field without braces names: a variable, or a path in one, passed through filters.
import { createWork, type FilterWork } from '../filters/filtering';
import { type Evaluated, evaluate } from './evaluate';
import { parseExpression } from './expression-pattern';
import type { Variables } from './reference';

/**
 * Returns the value of a variable or at a path in it, as `orders.data`, passed through the filters that `source` names;
 * undefined when there is none. `work` holds the steps that the filters may take.
 */
export function readVariable(source: string, variables: Variables, work?: FilterWork): unknown {
  const result = evaluateVariable(source, variables, work);
  return result?.kind === 'value' ? result.value : undefined;
}

/** Reads it as {@link readVariable} does, and tells why there is no value; undefined when `source` names no variable. */
export function evaluateVariable(
  source: string,
  variables: Variables,
  work: FilterWork = createWork(),
): Evaluated | undefined {
  const parsed = parseExpression(source);
  return 'problem' in parsed ? undefined : evaluate(parsed, variables, work);
}
