// Finds placeholders whose filters cannot be read, also inside the arguments of others; light enough for the browser.
import { parseExpression } from './expression-pattern';
import { findItemProblem } from './item-expression';
import { showPlaceholder } from './placeholder';
import { listInsides } from './reference-pattern';

/** A placeholder whose filters cannot be read, and what is wrong with these as the part of a sentence. */
interface UnreadFilters {
  inside: string;
  problem: string;
}

/** Returns the placeholders of a text whose filters cannot be read, each once. */
export function listUnreadFilters(text: string): UnreadFilters[] {
  if (!text.includes('|')) return [];
  return listInsides(text).flatMap((inside) => {
    const parsed = parseExpression(inside.trim());
    const problem = 'problem' in parsed ? parsed.problem : findItemProblem(parsed);
    return problem === undefined ? [] : [{ inside, problem }];
  });
}

/** Says in a sentence, without its full stop, what is wrong with the filters of a placeholder. */
export function describeFilterProblem(inside: string, problem: string): string {
  return `${showPlaceholder(inside)} would not work: ${problem}`;
}
