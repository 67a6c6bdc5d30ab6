// Lists what the placeholders of a text refer to; light enough for the browser.
import { type Expression, listReferences, parseExpression } from './expression-pattern';
import { isInScope, quotedBraces, type Reference, splitPlaceholders } from './reference-pattern';

/**
 * Returns the text of each placeholder, as written, and its references. `references` is undefined for a placeholder that cannot
 * be read; `problem` then says what is wrong with its filters, if they are the reason.
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

/** Lists the expressions of a text that can be read. */
export function listExpressions(text: string): Expression[] {
  return [...readExpressions(text)];
}

/** Yields the same expressions, each parsed when it is asked for. */
export function* readExpressions(text: string): Generator<Expression> {
  for (const [index, inside] of splitPlaceholders(text).entries()) {
    const parsed = index % 2 === 1 ? parseExpression(inside.trim()) : undefined;
    if (parsed && !('problem' in parsed)) yield parsed;
  }
}

/** Lists the references of a text that is one expression, as the field of a condition; none when it cannot be read. */
export function listFieldReferences(field: string): Reference[] {
  const parsed = parseExpression(field);
  return 'problem' in parsed ? [] : listReferences(parsed);
}

/** Lists the names of the variables that a text uses, each once. */
export function listTemplateVariables(text: string): string[] {
  const references = readPlaceholders(text).flatMap((placeholder) => placeholder.references ?? []);
  return [...new Set(references.map(({ name }) => name))];
}

/** Lists the placeholders that cannot be read or name something out of scope, without their braces, each once. */
export function listUnknown(text: string, inScope: readonly string[]): string[] {
  const unknown = readPlaceholders(text).filter(
    ({ references }) => !references?.every((reference) => isInScope(reference, inScope)),
  );
  return [...new Set(unknown.map(({ inside }) => inside))];
}
