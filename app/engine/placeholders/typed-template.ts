// Evaluates texts in which a lone placeholder keeps its value's type: computed variables, remembered values, file bodies.
import type { FilterWork } from '../filters/filtering';
import type { InParts } from '../json/json-parts';
import { evaluateInParts } from './evaluate';
import type { Expression } from './expression-pattern';
import { renderInParts, toUnrendered, type Unrendered } from './fill-template';
import { parseTemplate } from './placeholder';
import type { Variables } from './reference';

/** Returns the placeholder that a text consists of; undefined when there is more to the text, or it cannot be read. */
export function findOnlyPlaceholder(template: string): Expression | undefined {
  const [part, ...others] = parseTemplate(template.trim());
  return part === undefined || typeof part === 'string' || 'unreadable' in part || others.length > 0
    ? undefined
    : part;
}

/** Evaluates a text: returns the value of a lone placeholder, otherwise the text with its placeholders filled in. */
export function* evaluateTemplateInParts(
  template: string,
  variables: Variables,
  work: FilterWork,
): InParts<{ kind: 'value'; value: unknown } | Unrendered> {
  const only = findOnlyPlaceholder(template);
  if (!only) {
    const rendered = yield* renderInParts(template, variables, 'text', work);
    return rendered.kind === 'text' ? { kind: 'value', value: rendered.text } : rendered;
  }
  const result = yield* evaluateInParts(only, variables, work);
  return result.kind === 'value' ? result : toUnrendered(result);
}
