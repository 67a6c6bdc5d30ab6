// Makes an example value for a JSON schema (OpenAPI 3.0 and 3.1), for a person to edit: it shows every property once, required
// or not, except read-only ones. References are followed only inside the document, never in circles, and only to a limited
// depth.
import { ExactNumber } from '../../json/json';
import { asList, asNode, asText, type Node, ownValue } from '../draft/document';

const deepest = 12;

export class References {
  readonly #document: Node;
  /** The other files that references have led to since it was last cleared. */
  readonly elsewhere = new Set<string>();

  constructor(document: Node) {
    this.#document = document;
  }

  /** Returns the node itself, or the target of its `$ref` (RFC 6901); empty when that is in another file or missing. */
  resolve(value: unknown): Node {
    let node = asNode(value);
    for (let hops = 0; typeof node.$ref === 'string'; hops += 1) {
      if (!node.$ref.startsWith('#')) this.elsewhere.add(node.$ref.split('#', 1)[0] ?? '');
      if (hops >= 20 || !node.$ref.startsWith('#/')) return {};
      node = asNode(this.#find(node.$ref.slice(2)));
    }
    return node;
  }

  #find(pointer: string): unknown {
    let value: unknown = this.#document;
    for (const part of pointer.split('/')) {
      const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
      value = Array.isArray(value) ? value[Number(name)] : ownValue(asNode(value), name);
    }
    return value;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Makes a value for the schema; makes at most `budget.values` values. */
export function sampleSchema(
  schema: unknown,
  references: References,
  budget: { values: number } = { values: 300 },
  depth = 0,
): unknown {
  budget.values -= 1;
  if (budget.values < 0 || depth > deepest) return null;
  const node = references.resolve(schema);
  const given =
    node.example ?? asList(node.examples)[0] ?? node.default ?? node.const ?? asList(node.enum)[0];
  if (given !== undefined) return asType(given, node);
  const next = (inner: unknown) => sampleSchema(inner, references, budget, depth + 1);
  const parts = asList(node.allOf);
  if (parts.length > 0 || Object.keys(asNode(node.properties)).length > 0) {
    const merged: Node = {};
    for (const part of parts) assignOwn(merged, asNode(next(part)));
    for (const [name, property] of Object.entries(asNode(node.properties))) {
      if (budget.values <= 0) break;
      if (references.resolve(property).readOnly !== true) assignOwn(merged, { [name]: next(property) });
    }
    return merged;
  }
  const alternatives = [...asList(node.oneOf), ...asList(node.anyOf)];
  if (alternatives.length > 0) {
    return next(alternatives.find((each) => references.resolve(each).type !== 'null') ?? alternatives[0]);
  }
  const type =
    typeof node.type === 'string' ? node.type : asText(asList(node.type).find((each) => each !== 'null'));
  if (type === 'array' || node.items !== undefined) return sampleList(node, next);
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return isNumber(node.minimum) ? node.minimum : 0;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  return sampleText(node);
}

/** Converts an example to its schema's type: for a text, YAML reads `example: 1.10` as a number unless it is quoted. */
function asType(given: unknown, { type }: Node): unknown {
  return type === 'string' && isNumber(given) ? String(given) : given;
}

function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Copies properties by definition, because assigning `__proto__` would set the prototype. */
function assignOwn(target: Node, source: Node): void {
  for (const [name, value] of Object.entries(source)) {
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

/** Makes the least number of items, between one and twenty. */
function sampleList({ items, minItems }: Node, next: (inner: unknown) => unknown): unknown[] {
  const length = typeof minItems === 'number' ? Math.min(20, Math.max(1, minItems)) : 1;
  return Array.from({ length }, () => next(items));
}

const maxTextLength = 200;

/** Makes a text of a known format, or of an allowed length. */
function sampleText({ format, minLength, maxLength }: Node): string {
  const known = formatSamples.get(asText(format));
  if (known !== undefined) return known;
  const least = typeof minLength === 'number' ? Math.min(maxTextLength, minLength) : 0;
  const most = typeof maxLength === 'number' ? Math.max(0, maxLength) : maxTextLength;
  return 'text'.repeat(Math.max(1, Math.ceil(least / 4))).slice(0, Math.min(most, Math.max(4, least)));
}

const formatSamples = new Map([
  ['date-time', '2030-01-31T12:00:00Z'],
  ['date', '2030-01-31'],
  ['email', 'person@example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['uri', 'https://example.com/'],
]);
