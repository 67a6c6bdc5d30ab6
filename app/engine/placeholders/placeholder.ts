// Finds the placeholders of a text. Parsed templates are remembered, since the same definition runs again and again.
import { type Expression, holdsText, parseExpression } from './expression-pattern';
import { quotedBraces, splitPlaceholders } from './reference-pattern';

/** A placeholder that cannot be read: the text between its braces, without the white space around it. */
interface UnreadablePlaceholder {
  unreadable: string;
  /** The problem of its filters, if they are the reason. */
  problem: string | undefined;
}

type Placeholder = Expression | UnreadablePlaceholder;

export type TemplatePart = string | Placeholder;

const known = new Map<string, TemplatePart[]>();

/** The greatest length of a remembered template, in characters: longer ones would fill the memory. */
const maxCachedTemplateLength = 16 * 1024;

/** Returns a template's texts and placeholders in order; no text is empty. */
export function parseTemplate(template: string): TemplatePart[] {
  const before = known.get(template);
  if (before) return before;
  const parts: TemplatePart[] = [];
  let text = '';
  for (const [index, piece] of splitPlaceholders(template).entries()) {
    const inside = index % 2 === 1 ? piece.trim() : undefined;
    if (inside === undefined) text += piece;
    else if (inside === quotedBraces) text += '{{';
    else {
      if (text) parts.push(text);
      text = '';
      const parsed = parseExpression(inside);
      parts.push('problem' in parsed ? { unreadable: inside, problem: parsed.problem } : parsed);
    }
  }
  if (text) parts.push(text);
  if (known.size >= 2_000) known.clear();
  if (template.length <= maxCachedTemplateLength) known.set(template, parts);
  return parts;
}

/** How many characters of a placeholder a message repeats. */
const maxShownLength = 100;

/** Shows a placeholder in a message: on one line, and cut when it is long. */
export function showPlaceholder(inside: string): string {
  const line = inside.slice(0, 1_000).replace(/[\p{Cc}\s]+/gu, ' ');
  const shown = [...line].slice(0, maxShownLength).join('');
  return `{{${shown.length < line.length ? `${shown}…` : line}}}`;
}

/** Checks whether a template is one placeholder and nothing else. */
export function isPlaceholder(template: string): boolean {
  const parts = parseTemplate(template);
  return parts.length === 1 && typeof parts[0] !== 'string';
}

/** Checks whether a template holds only names: no text, not even in its filters. */
export function holdsNamesAlone(template: string): boolean {
  return parseTemplate(template).every((part) =>
    typeof part === 'string' ? part.trim() === '' : !('unreadable' in part) && !holdsText(part),
  );
}

/**
 * Checks whether a URL begins with a placeholder for its address: nothing follows it but a path, query or fragment, or a
 * placeholder for the path.
 */
export function beginsWithAddress(url: string): boolean {
  const [first, second] = parseTemplate(url);
  if (typeof first !== 'object') return false;
  return typeof second !== 'string' || /^[/?#]/.test(second);
}

/**
 * Replaces each placeholder of a template with other text; `standIn` receives the end of the text before the placeholder, 8
 * characters at most. All of it would be put together anew for each placeholder.
 */
export function replacePlaceholders(template: string, standIn: (end: string) => string): string {
  let [text, end] = ['', ''];
  for (const part of parseTemplate(template)) {
    const next = typeof part === 'string' ? part : standIn(end);
    text += next;
    end = (end + next.slice(-8)).slice(-8);
  }
  return text;
}
