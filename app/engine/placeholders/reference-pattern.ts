// The grammar of placeholders alone, which browsers check typed text by without the rest of the engine.

/** What stands between the braces of a placeholder, and in the field of a condition: a variable, or a path into one. */
export interface Reference {
  /** As written. */
  source: string;
  name: string;
  /** Behind the name; empty for the whole variable. */
  path: string;
}

/** A name, and a path behind it. */
export const referencePattern = String.raw`([A-Za-z_]\w*)((?:\.[\p{L}\p{N}_$-]+|\[-?\d+\]|\['[^'{}]*'\])*)`;

const grammar = new RegExp(`^${referencePattern}$`, 'u');

/** Reads a text that is one reference and nothing else. */
export function parseReference(source: string): Reference | undefined {
  const match = grammar.exec(source);
  return match ? { source, name: match[1] ?? '', path: match[2] ?? '' } : undefined;
}

/** The variable that stands for the organization's values, unless the run has one of this name. */
export const organizationVariable = 'org';

/** The value of the organization that a reference like `org.shop_url` names, and the path into it. */
export function findValueReference({ name, path }: Reference): { name: string; path: string } | undefined {
  if (name !== organizationVariable) return undefined;
  const match = /^(?:\.([A-Za-z_]\w*)|\['([A-Za-z_]\w*)'\])(?=[.[]|$)/.exec(path);
  const [begin = '', dotted, quoted = ''] = match ?? [];
  return match ? { name: dotted ?? quoted, path: path.slice(begin.length) } : undefined;
}

/** How the organization's values are named among variables, none of which has a dot in its name. */
export function nameValue(name: string): string {
  return `${organizationVariable}.${name}`;
}

/** Whether something in scope gives a reference its value: a variable, a part of one alone, or a value of the organization, `org.name`. */
export function isInScope(reference: Reference, inScope: readonly string[]): boolean {
  if (inScope.includes(reference.name) || inScope.includes(reference.name + reference.path)) return true;
  const value = findValueReference(reference);
  return value !== undefined && inScope.includes(nameValue(value.name));
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
