import { createWork } from '../filters/filtering';
import { evaluate } from './evaluate';
import { parseExpression } from './expression-pattern';
import type { Variables } from './reference';

/**
 * The value of a variable, or at a path in it, by its text as `orders.data`, passed through the filters that it names;
 * undefined when there is none.
 */
export function readVariable(source: string, variables: Variables): unknown {
  const parsed = parseExpression(source);
  const result = 'problem' in parsed ? undefined : evaluate(parsed, variables, createWork());
  return result?.kind === 'value' ? result.value : undefined;
}
