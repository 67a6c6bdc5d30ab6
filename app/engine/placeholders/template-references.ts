// What the placeholders of a text name, light enough for the browser.
import { type Expression, listReferences, parseExpression } from './expression-pattern';
import { isInScope, quotedBraces, type Reference, splitPlaceholders } from './reference-pattern';

/**
 * What stands in each placeholder, as written, and what it refers to; that is undefined where it cannot be read, with the
 * problem of its filters, if that is what is wrong.
 */
export function readPlaceholders(
  text: string,
): { inside: string; references: Reference[] | undefined; problem?: string | undefined }[] {
  return splitPlaceholders(text)
    .filter((inside, index) => index % 2 === 1 && inside.trim() !== quotedBraces)
    .map((inside) => {
      const parsed = parseExpression(inside.trim());
      return 'problem' in parsed
        ? { inside, references: undefined, problem: parsed.problem }
        : { inside, references: listReferences(parsed) };
    });
}

/** The expressions of a text that can be read. */
export function listExpressions(text: string): Expression[] {
  return [...readExpressions(text)];
}

/** The same, each when it is asked for. */
export function* readExpressions(text: string): Generator<Expression> {
  for (const [index, inside] of splitPlaceholders(text).entries()) {
    const parsed = index % 2 === 1 ? parseExpression(inside.trim()) : undefined;
    if (parsed && !('problem' in parsed)) yield parsed;
  }
}

/** What a text names that is one expression, as the field of a condition; nothing when it cannot be read. */
export function listFieldReferences(field: string): Reference[] {
  const parsed = parseExpression(field);
  return 'problem' in parsed ? [] : listReferences(parsed);
}

/** The names of the variables that a text uses, each once. */
export function listTemplateVariables(text: string): string[] {
  const references = readPlaceholders(text).flatMap((placeholder) => placeholder.references ?? []);
  return [...new Set(references.map(({ name }) => name))];
}

/** The placeholders that name something that is not in scope, or cannot be read, without their braces, each once. */
export function listUnknown(text: string, inScope: readonly string[]): string[] {
  const unknown = readPlaceholders(text).filter(
    ({ references }) => !references?.every((reference) => isInScope(reference, inScope)),
  );
  return [...new Set(unknown.map(({ inside }) => inside))];
}
