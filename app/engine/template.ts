// Placeholders. A template is read once into parts and filled in once: a value that itself looks like a
// placeholder stays text. Where a value lands decides how it is written, so that no value can break out of it.
import { limits } from './integration';
import { isJsonLongerThan, stringifyJson } from './json';
import { readReference, type Reference } from './reference';
import { placeholderPattern } from './reference-pattern';
import { textOf, type Variables } from './variables';

/** What surrounds the placeholders: a URL, one header value, a JSON body, a form body or any other text. */
export type TemplateKind = 'url' | 'header' | 'json' | 'form' | 'text';

export type Rendered =
  | { kind: 'text'; text: string }
  | { kind: 'unknown-variable'; name: string }
  | { kind: 'too-long'; maxLength: number };

type Part = string | Reference;

const parsed = new Map<string, Part[]>();

/** Longer templates are read anew each time: remembered, they would fill the memory. */
const longestKeptTemplate = 16 * 1024;

function parseTemplate(template: string): Part[] {
  const known = parsed.get(template);
  if (known) return known;
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(placeholderPattern)) {
    const [whole, source = '', name = '', path = ''] = match;
    if (match.index > end) parts.push(template.slice(end, match.index));
    parts.push({ source, name, path });
    end = match.index + whole.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  if (parsed.size >= 2_000) parsed.clear();
  if (template.length <= longestKeptTemplate) parsed.set(template, parts);
  return parts;
}

/** The names of the variables that a template uses, each once. */
export function listTemplateVariables(template: string): string[] {
  const names = parseTemplate(template).flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return [...new Set(names)];
}

/** Whether a template is one placeholder and nothing else. */
export function isPlaceholder(template: string): boolean {
  const parts = parseTemplate(template);
  return parts.length === 1 && typeof parts[0] !== 'string';
}

/** The template with other text for each placeholder; `standIn` is given what comes before it. */
export function replacePlaceholders(template: string, standIn: (before: string) => string): string {
  let text = '';
  for (const part of parseTemplate(template)) text += typeof part === 'string' ? part : standIn(text);
  return text;
}

/** Text that is sent as it stands, in the words of a template: each `{{` as the quoted text that renders it. */
export function literalBraces(text: string): string {
  return text.replaceAll('{{', "{{'{{'}}");
}

/**
 * Fills a template in. Between the quotes of a JSON body a value stays text, escaped (RFC 8259 §7); outside
 * them it is written as JSON of its type. In a URL it is percent-encoded (RFC 3986 §2.1) unless it is the
 * whole URL. A name or path that leads nowhere ends with `unknown-variable`, named as written; a text of more
 * than `limits.sentBodyBytes` characters with `too-long`.
 */
export function render(template: string, variables: Variables, kind: TemplateKind): Rendered {
  const parts = parseTemplate(template);
  const isWhole = parts.length === 1;
  const maxLength = limits.sentBodyBytes;
  let text = '';
  let place: JsonPlace = 'outside';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      if (kind === 'json') place = findJsonPlace(part, place);
      continue;
    }
    const value = readReference(part, variables);
    if (!value.found) return { kind: 'unknown-variable', name: part.source };
    // A list of a path with .. may hold the same many times over: what would be too long is not even written.
    if (isLongerThan(value.value, maxLength - text.length)) return { kind: 'too-long', maxLength };
    text += kind === 'json' ? writeJson(value.value, place) : write(value.value, kind, isWhole);
    if (place === 'escape') place = 'string';
    if (text.length > maxLength) return { kind: 'too-long', maxLength };
  }
  return { kind: 'text', text };
}

function isLongerThan(value: unknown, length: number): boolean {
  return typeof value === 'object' && isJsonLongerThan(value, length);
}

function write(value: unknown, kind: Exclude<TemplateKind, 'json'>, isWhole: boolean): string {
  const text = textOf(value);
  if (kind === 'form' || (kind === 'url' && !isWhole)) return encodeURIComponent(toWellFormed(text));
  return text;
}

/** Where in JSON a text ends: outside quotes, between them, or there just behind a backslash. */
type JsonPlace = 'outside' | 'string' | 'escape';

function writeJson(value: unknown, place: JsonPlace): string {
  if (place === 'outside') return stringifyJson(value);
  const text = JSON.stringify(textOf(value)).slice(1, -1);
  // A lone backslash would undo the escaping of what follows, so it is taken for itself.
  return place === 'escape' ? `\\${text}` : text;
}

/** encodeURIComponent throws on half a surrogate pair; the replacement character stands for it (WHATWG Encoding). */
function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function findJsonPlace(part: string, before: JsonPlace): JsonPlace {
  let place = before;
  for (let index = 0; index < part.length; index += 1) {
    const character = part[index];
    if (place === 'escape') place = 'string';
    else if (character === '"') place = place === 'string' ? 'outside' : 'string';
    else if (character === '\\' && place === 'string') place = 'escape';
  }
  return place;
}
