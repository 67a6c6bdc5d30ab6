// Safe ways into a parsed document whose shape nobody has checked: whatever is not there is empty. Numbers keep their digits,
// since examples are sent as they stand.
import { CORE_SCHEMA, load, Type, types, YAMLException } from 'js-yaml';
import { keepComparedDigits } from '../../definition/compared-digits';
import { replaceHalfPairs } from '../../json/half-pair';
import { ExactNumber, isNestedDeeperThan, parseJson } from '../../json/json';

export type Node = Record<string, unknown>;

const deepest = 100;

/** The JSON value of a text, as `parseJson` has it; undefined when it is none, or nests deeper than a hundred levels. */
export function parseDocument(text: string): unknown {
  if (isNestedDeeperThan(text, deepest)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The same of a file of ours, whose numbers are numbers, but for those that conditions compare with. Half of a surrogate pair
 * becomes the replacement character.
 */
export function parseOwnDocument(text: string): unknown {
  const exact = parseDocument(text);
  return exact === undefined ? undefined : replaceHalfPairs(keepComparedDigits(JSON.parse(text), exact));
}

/** RFC 8259 §6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** To YAML 1.2, 08012 is 8012; but those who write postal codes like this lose a digit. */
const leadingZero = /^0\d+$/;

/** By its tag it is no plain object, which js-yaml would not take for the name of a property. */
class YamlNumber extends ExactNumber {
  get [Symbol.toStringTag](): string {
    return 'Number';
  }
}

/** A type of number that keeps the digits of what JSON has for a number, and leading zeros as text. */
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

export type ReadYaml = { kind: 'value'; value: unknown } | { kind: 'unreadable'; message: string };

/**
 * The value of a YAML 1.2 text by its core schema, with the digits of its numbers. An alias is the very value it stands for, however often; what nests
 * deeper than a hundred levels, as a circle of aliases does, is unreadable.
 */
export function parseYaml(text: string): ReadYaml {
  try {
    const value: unknown = load(text, { schema });
    if (isWithin(value)) return { kind: 'value', value };
    return { kind: 'unreadable', message: `it nests deeper than ${deepest} levels` };
  } catch (error) {
    // Nested without end, it runs out of stack.
    if (error instanceof RangeError) return { kind: 'unreadable', message: 'it nests too deeply' };
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    return { kind: 'unreadable', message: mark ? `line ${mark.line + 1}: ${reason}` : reason };
  }
}

/** Whether a value ends within the levels; what stands in several places is looked at once. */
function isWithin(root: unknown): boolean {
  /** How many levels there are below and with a value. */
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

/** A text, or a number or truth value as its text; undefined for what is none of them. */
export function asScalar(value: unknown): string | undefined {
  const isScalar =
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof ExactNumber;
  return isScalar ? String(value) : undefined;
}

/** A value of the document's own, not one that every object has. */
export function ownValue(node: Node, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}
