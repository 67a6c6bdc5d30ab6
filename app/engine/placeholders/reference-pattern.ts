// The grammar of placeholders alone, which browsers check typed text by without the rest of the engine.

/** What stands between the braces of a placeholder, and in the field of a condition: a variable, or a path into one. */
export interface Reference {
  /** As written. */
  source: string;
  name: string;
  /** Behind the name; empty for the whole variable. */
  path: string;
}

const reference = /^([A-Za-z_]\w*)((?:\.[\p{L}\p{N}_$-]+|\[-?\d+\]|\['[^'{}]*'\])*)$/u;

/** Reads a text that is one reference and nothing else. */
export function parseReference(source: string): Reference | undefined {
  const match = reference.exec(source);
  return match ? { source, name: match[1] ?? '', path: match[2] ?? '' } : undefined;
}

/** Between double braces, the one text that is no reference: it stands for two opening braces. */
export const quotedBraces = `'{{'`;

/**
 * A text cut at its placeholders: what stands at an odd place stood between `{{` and the next `}}`. Of a row of opening
 * braces the last two count.
 */
export function splitPlaceholders(text: string): string[] {
  const cut: string[] = [];
  let plain = '';
  const pieces = text.split('}}');
  const rest = pieces.pop() ?? '';
  for (const piece of pieces) {
    const start = piece.search(/\{\{(?!\{)/);
    if (start === -1) plain += `${piece}}}`;
    else {
      cut.push(plain + piece.slice(0, start), piece.slice(start + 2));
      plain = '';
    }
  }
  return [...cut, plain + rest];
}

/** What stands in each placeholder, as written, and the variable that it names, if it names one. */
export function readPlaceholders(text: string): { inside: string; name?: string }[] {
  return splitPlaceholders(text)
    .filter((inside, index) => index % 2 === 1 && inside.trim() !== quotedBraces)
    .map((inside) => ({ inside, name: parseReference(inside.trim())?.name }));
}

/** The names of the variables that a text uses, each once. */
export function listTemplateVariables(text: string): string[] {
  return [...new Set(readPlaceholders(text).flatMap(({ name }) => name ?? []))];
}

/** The placeholders that name no variable in scope, without their braces, each once. */
export function listUnknown(text: string, inScope: readonly string[]): string[] {
  const unknown = readPlaceholders(text).filter(({ name }) => name === undefined || !inScope.includes(name));
  return [...new Set(unknown.map(({ inside }) => inside))];
}
