import { createWork, type FilterWork } from '../filters/filtering';
import { evaluate } from './evaluate';
import { parseExpression } from './expression-pattern';
import type { Variables } from './reference';

/**
 * The value of a variable, or at a path in it, by its text as `orders.data`, passed through the filters that it names;
 * undefined when there is none. `work`: the steps that those may take.
 */
export function readVariable(source: string, variables: Variables, work: FilterWork = createWork()): unknown {
  const parsed = parseExpression(source);
  const result = 'problem' in parsed ? undefined : evaluate(parsed, variables, work);
  return result?.kind === 'value' ? result.value : undefined;
}
