// Placeholders. A template is read once into parts and filled in once: a value that itself looks like a
// placeholder stays text. Where a value lands decides how it is written, so that no value can break out of it.
import { stringifyJson } from './json';
import { readPath } from './path';
import { textOf, type Variables } from './variables';

/** What surrounds the placeholders: a URL, one header value, a JSON body, a form body or any other text. */
export type TemplateKind = 'url' | 'header' | 'json' | 'form' | 'text';

export type Rendered = { kind: 'text'; text: string } | { kind: 'unknown-variable'; name: string };

type Part = string | Reference;

interface Reference {
  /** As written between the braces. */
  source: string;
  name: string;
  path: string;
}

const placeholder = /\{\{\s*(([A-Za-z_]\w*)((?:\.[\w$-]+|\[\d+\]|\['[^'{}]*'\])*))\s*\}\}/g;

const parsed = new Map<string, Part[]>();

function parseTemplate(template: string): Part[] {
  const known = parsed.get(template);
  if (known) return known;
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(placeholder)) {
    const [whole, source = '', name = '', path = ''] = match;
    if (match.index > end) parts.push(template.slice(end, match.index));
    parts.push({ source, name, path });
    end = match.index + whole.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  if (parsed.size >= 2_000) parsed.clear();
  parsed.set(template, parts);
  return parts;
}

/** The names of the variables that a template uses, each once. */
export function listTemplateVariables(template: string): string[] {
  const names = parseTemplate(template).flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return [...new Set(names)];
}

/**
 * Fills a template in. Between the quotes of a JSON body a value stays text, escaped (RFC 8259 §7); outside
 * them it is written as JSON of its type. In a URL it is percent-encoded (RFC 3986 §2.1) unless it is the
 * whole URL. A name or path that leads nowhere ends with `unknown-variable`, named as written.
 */
export function render(template: string, variables: Variables, kind: TemplateKind): Rendered {
  const parts = parseTemplate(template);
  const isWhole = parts.length === 1;
  let text = '';
  let inString = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      if (kind === 'json') inString = endsInString(part, inString);
      continue;
    }
    const value = resolve(part, variables);
    if (!value.found) return { kind: 'unknown-variable', name: part.source };
    text += write(value.value, kind, { isWhole, inString });
  }
  return { kind: 'text', text };
}

function resolve(reference: Reference, variables: Variables) {
  if (!variables.has(reference.name)) return { found: false } as const;
  return readPath(variables.get(reference.name), reference.path);
}

function write(value: unknown, kind: TemplateKind, place: { isWhole: boolean; inString: boolean }): string {
  if (kind === 'json') {
    return place.inString ? JSON.stringify(textOf(value)).slice(1, -1) : stringifyJson(value);
  }
  const text = textOf(value);
  if (kind === 'form' || (kind === 'url' && !place.isWhole)) return encodeURIComponent(toWellFormed(text));
  return text;
}

/** encodeURIComponent throws on half a surrogate pair; the replacement character stands for it (WHATWG Encoding). */
function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether the text behind `part` is between the quotes of a JSON string. */
function endsInString(part: string, inString: boolean): boolean {
  let inside = inString;
  for (let index = 0; index < part.length; index += 1) {
    if (inside && part[index] === '\\') index += 1;
    else if (part[index] === '"') inside = !inside;
  }
  return inside;
}
