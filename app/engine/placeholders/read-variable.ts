import { createWork, type FilterWork } from '../filters/filtering';
import { evaluate } from './evaluate';
import { parseExpression } from './expression-pattern';
import type { Variables } from './reference';

/**
 * Returns the value of a variable or at a path in it, as `orders.data`, passed through the filters that `source` names;
 * undefined when there is none. `work` holds the steps that the filters may take.
 */
export function readVariable(source: string, variables: Variables, work: FilterWork = createWork()): unknown {
  const parsed = parseExpression(source);
  const result = 'problem' in parsed ? undefined : evaluate(parsed, variables, work);
  return result?.kind === 'value' ? result.value : undefined;
}
