// Renames a variable wherever the form uses it. Loaded when a name is changed.
import { referencePattern, splitPlaceholders } from '~/engine/placeholders/reference-pattern';
import { readNamedLines } from './lines/named-lines';
import type { CurrentForm } from './variable-scope';

/** Matches what an expression consists of: texts in quotes, also as JSON escapes them, names of filters, and references. */
const part = new RegExp(
  String.raw`\\"[^"\\]*\\"|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\|\s*\w+|${referencePattern}`,
  'gsu',
);

/** Renames a variable in the text between a placeholder's braces: `id.x | default: id` → `order_id.x | default: order_id`. */
export function renameInExpression(expression: string, from: string, to: string): string {
  return expression.replace(part, (whole, name: string | undefined, path: string) =>
    name === from ? to + path : whole,
  );
}

/** Renames a variable in the placeholders of a text. */
export function renameInText(text: string, from: string, to: string): string {
  const pieces = splitPlaceholders(text);
  return pieces
    .map((piece, index) => (index % 2 === 0 ? piece : `{{${renameInExpression(piece, from, to)}}}`))
    .join('');
}

/** Renames a variable in a field where the braces are optional, such as that of a condition. */
function renameInField(field: string, from: string, to: string): string {
  return field.includes('{{') ? renameInText(field, from, to) : renameInExpression(field, from, to);
}

/** Renames a variable in lines of a name, an equals sign and an expression. */
function renameInLines(lines: string, from: string, to: string): string {
  const renamed = lines.split('\n').map((line) => {
    const [read] = readNamedLines(line).lines;
    if (!read) return line;
    const begin = line.indexOf('=') + 1;
    return line.slice(0, begin) + renameInField(line.slice(begin), from, to);
  });
  return renamed.join('\n');
}

/** The fields where the braces of a placeholder are optional, by the list that they belong to. */
const bareFields: Record<string, readonly string[]> = {
  conditions: ['field'],
  loop: ['items', 'newBy'],
  collect: ['from'],
};

/**
 * Renames the uses of a variable in the whole form. The fields that name variables stay, and so do notes, whose placeholders
 * mean nothing.
 *
 * @returns the form's new values, and the number of fields that changed
 */
export function renameUses(form: CurrentForm, from: string, to: string): { value: object; count: number } {
  let count = 0;

  function renameField(text: string, key: string, list: string): string {
    if (key === 'note') return text;
    if (key === 'remember') return renameInLines(text, from, to);
    if (bareFields[list]?.includes(key)) return renameInField(text, from, to);
    return renameInText(text, from, to);
  }

  function visit(value: unknown, key: string, list: string): unknown {
    if (typeof value === 'string') {
      const renamed = renameField(value, key, list);
      if (renamed !== value) count += 1;
      return renamed;
    }
    if (Array.isArray(value)) return value.map((each) => visit(each, key, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, visit(each, name, list)]));
  }

  const value = visit(form ?? {}, '', '') as object;
  return { value, count };
}
