// The grammar of placeholders alone, so that browsers can check typed text without the rest of the engine.

/** The text between a placeholder's braces or in the field of a condition: a variable, or a path into one. */
export interface Reference {
  /** The reference as written. */
  source: string;
  name: string;
  /** The path behind the name; empty for the whole variable. */
  path: string;
}

/** The pattern of a name and a path behind it. */
export const referencePattern = String.raw`([A-Za-z_]\w*)((?:\.[\p{L}\p{N}_$-]+|\[-?\d+\]|\['[^'{}]*'\])*)`;

const grammar = new RegExp(`^${referencePattern}$`, 'u');

/** Reads a text that is one reference and nothing else. */
export function parseReference(source: string): Reference | undefined {
  const match = grammar.exec(source);
  return match ? { source, name: match[1] ?? '', path: match[2] ?? '' } : undefined;
}

/** The variable that holds the organization's values, unless the run has a variable of this name. */
export const organizationVariable = 'org';

/** Finds the organization's value that a reference like `org.shop_url` names, and the path into that value. */
export function findValueReference({ name, path }: Reference): { name: string; path: string } | undefined {
  if (name !== organizationVariable) return undefined;
  const match = /^(?:\.([A-Za-z_]\w*)|\['([A-Za-z_]\w*)'\])(?=[.[]|$)/.exec(path);
  const [begin = '', dotted, quoted = ''] = match ?? [];
  return match ? { name: dotted ?? quoted, path: path.slice(begin.length) } : undefined;
}

/** Returns the name of an organization's value among the variables. No variable has a dot in its own name. */
export function nameValue(name: string): string {
  return `${organizationVariable}.${name}`;
}

/** Checks whether a reference has a value in scope: a variable, one part of a variable, or a value of the organization. */
export function isInScope(reference: Reference, inScope: readonly string[]): boolean {
  if (inScope.includes(reference.name) || inScope.includes(reference.name + reference.path)) return true;
  const value = findValueReference(reference);
  return value !== undefined && inScope.includes(nameValue(value.name));
}

/** The one text between double braces that is no reference: it stands for two opening braces. */
export const quotedBraces = `'{{'`;

/**
 * Cuts a text at its placeholders. The pieces at odd indexes stood between `{{` and the next `}}`. In a row of opening braces,
 * the last two count.
 */
export function splitPlaceholders(text: string): string[] {
  const cut: string[] = [];
  let rest = 0;
  visitPlaceholders(text, (start, end) => {
    cut.push(text.slice(rest, start - 2), text.slice(start, end));
    rest = end + 2;
  });
  return [...cut, text.slice(rest)];
}

/** Lists what stands between the braces of placeholders, each text once: a long body may repeat a few of them very often. */
export function listInsides(text: string): string[] {
  const insides = new Set<string>();
  visitPlaceholders(text, (start, end) => insides.add(text.slice(start, end)));
  return [...insides];
}

/** Calls `visit` with the indexes between which the text inside the braces of each placeholder stands. */
function visitPlaceholders(text: string, visit: (start: number, end: number) => void): void {
  let from = 0;
  let start = text.indexOf('{{');
  for (let end = text.indexOf('}}'); start !== -1 && end !== -1; end = text.indexOf('}}', from)) {
    if (start < from) start = text.indexOf('{{', from);
    if (start !== -1 && start + 2 <= end) {
      while (text.charCodeAt(start + 2) === 123 /* { */) start += 1;
      visit(start + 2, end);
    }
    from = end + 2;
  }
}
