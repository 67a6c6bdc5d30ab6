// Finds placeholders that nothing closes, and names in single braces, which are sent as text.
import { splitPlaceholders } from '../placeholders/reference-pattern';
import type { CallText } from './call-texts';

/** The part of an open placeholder that is shown. */
const beginning = /^[\w.[\]' |-]{0,40}/;

/** Warns about placeholders without an end, in the words after the name of the call. */
export function listUnclosed({ place, text, isSecret }: CallText): string[] {
  if (!text.includes('{{')) return [];
  const rest = splitPlaceholders(text).at(-1) ?? '';
  const start = rest.lastIndexOf('{{');
  if (start === -1) return [];
  const inside = beginning.exec(rest.slice(start + 2))?.[0].trim() ?? '';
  const shown = isSecret ? 'a placeholder' : `{{${inside}`;
  return [`${shown} in ${place} has no }} behind it, so it would be sent as text.`];
}

/** Warns about names in scope that stand between single braces in a URL, where no brace may stand otherwise (RFC 3986 §2). */
export function* listSingleBraces(url: string, inScope: readonly string[]): Generator<string> {
  for (const [index, piece] of splitPlaceholders(url).entries()) {
    if (index % 2 === 1) continue;
    for (const [, name = ''] of piece.matchAll(/(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/g)) {
      if (inScope.includes(name)) {
        yield `{${name}} in the URL would be sent as text. To fill it in, write {{${name}}}.`;
      }
    }
  }
}
