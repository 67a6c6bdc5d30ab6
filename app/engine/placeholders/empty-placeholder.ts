// Finds the placeholder that leaves a text incomplete: an absent value of the payload is null, which is written as nothing.
import { createWork } from '../filters/filtering';
import { textOf } from '../json/value-text';
import { evaluate } from './evaluate';
import type { Expression } from './expression-pattern';
import { parseTemplate } from './placeholder';
import type { Variables } from './reference';

/** Returns the first placeholder of a template that is filled in with nothing, or with white space alone. */
export function findEmptyPlaceholder(template: string, variables: Variables): Expression | undefined {
  const work = createWork();
  return parseTemplate(template).find((part): part is Expression => {
    if (typeof part === 'string' || 'unreadable' in part) return false;
    const read = evaluate(part, variables, work);
    return read.kind === 'value' && textOf(read.value).trim() === '';
  });
}
