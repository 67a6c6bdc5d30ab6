// Reads a parsed document of unknown shape safely: whatever is missing is empty. Numbers keep their digits, because examples
// are sent as written.
import { CORE_SCHEMA, load, Type, types, YAMLException } from 'js-yaml';
import { keepComparedDigits } from '../../definition/compared-digits';
import { holdsHalfPair, replaceHalfPairs } from '../../json/half-pair';
import { ExactNumber, mayHoldExactNumbers, parseJson } from '../../json/json';
import { isNestedDeeperThan } from '../../json/nesting';
import { createListBound } from './repeated-lists';

export type Node = Record<string, unknown>;

const deepest = 100;

/** Parses JSON as `parseJson` does; undefined when it is not JSON, or nested deeper than a hundred levels. */
export function parseDocument(text: string): unknown {
  if (isNestedDeeperThan(text, deepest)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses an exported file. Its numbers are plain numbers, except those that conditions compare with. Half of a surrogate pair
 * becomes the replacement character. `exact`: what `parseDocument` makes of the text.
 */
export function parseOwnDocument(text: string, exact = parseDocument(text)): unknown {
  if (exact === undefined) return undefined;
  // Each copy of hundreds of thousands of fields takes a second, so a copy that changes nothing is left out.
  const value = mayHoldExactNumbers(text) ? keepComparedDigits(JSON.parse(text), exact) : exact;
  return holdsHalfPair(text) ? replaceHalfPairs(value) : value;
}

/** A number of JSON (RFC 8259 §6). */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A number with leading zeros, which stays a text: YAML 1.2 reads 08012 as 8012, but a postal code would lose a digit. */
const leadingZero = /^0\d+$/;

/** A number with its digits. js-yaml rejects a plain object as the name of a property; the tag makes this another object. */
class YamlNumber extends ExactNumber {
  get [Symbol.toStringTag](): string {
    return 'Number';
  }
}

/** Makes a type that keeps the digits of numbers that JSON allows too, and keeps leading zeros as text. */
function keepDigits(type: Type): Type {
  return new Type(type.tag, {
    kind: 'scalar',
    resolve: (text: string | null) => type.resolve(text) || (text !== null && jsonNumber.test(text)),
    construct(text: string) {
      if (jsonNumber.test(text)) return String(Number(text)) === text ? Number(text) : new YamlNumber(text);
      return leadingZero.test(text) ? text : type.construct(text);
    },
  });
}

const schema = CORE_SCHEMA.extend({ implicit: [keepDigits(types.int), keepDigits(types.float)] });

type ReadYaml = { kind: 'value'; value: unknown } | { kind: 'unreadable'; message: string };

/**
 * Parses YAML 1.2 by its core schema and keeps the digits of numbers. An alias is the same object as its anchor, however often
 * it occurs. A text nested deeper than a hundred levels, as by a circle of aliases, is unreadable.
 */
export function parseYaml(text: string): ReadYaml {
  try {
    const value: unknown = load(text, { schema, listener: createListBound(text.length) });
    if (isWithin(value)) return { kind: 'value', value };
    return { kind: 'unreadable', message: `it nests deeper than ${deepest} levels` };
  } catch (error) {
    // Very deep nesting exhausts the stack.
    if (error instanceof RangeError) return { kind: 'unreadable', message: 'it nests too deeply' };
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    return { kind: 'unreadable', message: mark ? `line ${mark.line + 1}: ${reason}` : reason };
  }
}

/** Checks whether a value ends within the levels; a value that occurs in several places is measured once. */
function isWithin(root: unknown): boolean {
  /** The number of levels of each value, including its own. */
  const heights = new Map<unknown, number>();

  function measure(value: unknown, level: number): number {
    if (typeof value !== 'object' || value === null) return 0;
    if (level > deepest) return Infinity;
    const known = heights.get(value);
    if (known !== undefined) return known;
    let below = 0;
    for (const inner of Object.values(value)) {
      below = Math.max(below, measure(inner, level + 1));
      if (level + below > deepest) return Infinity;
    }
    heights.set(value, below + 1);
    return below + 1;
  }

  return measure(root, 1) <= deepest;
}

export function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a text, number or boolean as text; undefined for anything else. */
export function asScalar(value: unknown): string | undefined {
  const isScalar =
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof ExactNumber;
  return isScalar ? String(value) : undefined;
}

/** Returns an own property of the node, and no inherited one. */
export function ownValue(node: Node, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}
