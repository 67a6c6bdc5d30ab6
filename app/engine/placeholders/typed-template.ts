// A text of which one placeholder alone keeps the type of its value: of a computed variable, of what is remembered, of a body that is a file.
import type { FilterWork } from '../filters/filtering';
import { evaluate } from './evaluate';
import type { Expression } from './expression-pattern';
import { renderTemplate, type RenderedTemplate } from './fill-template';
import { parseTemplate } from './placeholder';
import type { Variables } from './reference';

/** The placeholder that a text consists of; undefined when there is more to it, or it cannot be read. */
export function findOnlyPlaceholder(template: string): Expression | undefined {
  const [part, ...others] = parseTemplate(template.trim());
  return part === undefined || typeof part === 'string' || 'unreadable' in part || others.length > 0
    ? undefined
    : part;
}

export type Unrendered = Exclude<RenderedTemplate, { kind: 'text' }>;

/** What a text comes to: the value of a placeholder alone, else the text with its placeholders filled in. */
export function evaluateTemplate(
  template: string,
  variables: Variables,
  work: FilterWork,
): { kind: 'value'; value: unknown } | Unrendered {
  const only = findOnlyPlaceholder(template);
  if (!only) {
    const rendered = renderTemplate(template, variables, 'text', work);
    return rendered.kind === 'text' ? { kind: 'value', value: rendered.text } : rendered;
  }
  const result = evaluate(only, variables, work);
  if (result.kind === 'value') return result;
  return result.kind === 'missing'
    ? { kind: 'unknown-variable', name: result.source }
    : { kind: 'unfiltered', inside: result.source, words: result.words };
}
