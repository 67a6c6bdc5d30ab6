// The filters inside the arguments of another filter, as in `map: 'price | times: qty'`; light enough for the browser.
import { describeUnreadField, listItemPaths } from '../filters/item-fields';
import { type Argument, type Expression, type ParsedExpression, parseExpression } from './expression-pattern';

/** The one variable of such filters. */
export const itemName = 'item';

/** Reads a path in an item and the filters behind it. */
export function parseItemExpression(text: string): ParsedExpression {
  const path = text.replace(/^\$/, '').trimStart();
  return parseExpression(itemName + (/^[.[|]/.test(path) ? path : `.${path}`));
}

/** Lists the written texts of filters inside the arguments of a filter. */
export function listItemFilters({ name, args }: Expression['filters'][number]): string[] {
  return listItemPaths(name, args.map(readText)).filter((path) => path.includes('|'));
}

function readText(arg: Argument): string {
  return 'literal' in arg && typeof arg.literal === 'string' ? arg.literal : '';
}

/**
 * Explains why filters inside an argument cannot be read, as the part of a sentence: `map has a field that cannot be read: there
 * is no filter upcse`. The name of a column may have a bar in it, so that a run reads them all the same.
 */
export function findItemProblem({ filters }: Expression): string | undefined {
  for (const filter of filters) {
    for (const text of listItemFilters(filter)) {
      const parsed = parseItemExpression(text);
      const problem = 'problem' in parsed ? (parsed.problem ?? oddName) : findItemProblem(parsed);
      if (problem !== undefined) return `${filter.name} ${describeUnreadField(problem)}`;
    }
  }
  return undefined;
}

const oddName =
  "a name with other characters than letters, digits and _ is written in brackets, as ['Unit price']";

/** Says why a filter inside an argument gives no result, as the part of a sentence behind the name of the filter around it. */
export function describeItemProblem(problem: string): string {
  return `fails at an item: ${problem}`;
}
