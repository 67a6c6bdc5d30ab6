// Lists what the placeholders of a text refer to; light enough for the browser.
import { type Expression, listReferences, parseExpression } from './expression-pattern';
import { isInScope, listInsides, quotedBraces, type Reference } from './reference-pattern';

/** A placeholder of a text. */
interface ReadPlaceholder {
  /** The text between the braces, as written. */
  inside: string;
  /** Undefined when the placeholder cannot be read. */
  references: Reference[] | undefined;
  /** What is wrong with the filters, if they are the reason. */
  problem?: string | undefined;
}

/** Returns the placeholders of a text, each once. */
export function readPlaceholders(text: string): ReadPlaceholder[] {
  return listInsides(text)
    .filter((inside) => inside.trim() !== quotedBraces)
    .map((inside) => {
      const parsed = parseExpression(inside.trim());
      return 'problem' in parsed
        ? { inside, references: undefined, problem: parsed.problem }
        : { inside, references: listReferences(parsed) };
    });
}

/** Lists the expressions of a text that can be read, each once. */
export function listExpressions(text: string): Expression[] {
  return [...readExpressions(text)];
}

/** Yields the same expressions, each parsed when it is asked for. */
export function* readExpressions(text: string): Generator<Expression> {
  for (const inside of listInsides(text)) {
    const parsed = parseExpression(inside.trim());
    if (!('problem' in parsed)) yield parsed;
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

/** Returns the placeholders that cannot be read or name something out of scope, each once. */
export function readUnknown(text: string, inScope: readonly string[]): ReadPlaceholder[] {
  return readPlaceholders(text).filter(
    ({ references }) => !references?.every((reference) => isInScope(reference, inScope)),
  );
}

/** Lists the same placeholders, without their braces. */
export function listUnknown(text: string, inScope: readonly string[]): string[] {
  return readUnknown(text, inScope).map(({ inside }) => inside);
}

/** Lists those of these whose filters can be read, if they have any: with the others, the filters are the problem. */
export function listUnknownNames(text: string, inScope: readonly string[]): string[] {
  return readUnknown(text, inScope).flatMap(({ inside, problem }) => (problem === undefined ? inside : []));
}
