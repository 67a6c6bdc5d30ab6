// Filters of JSON paths: `[?(@.a.b == 'x' && @.c)]`. They are those of RFC 9535 §2.3.5 with comparisons to a literal, existence
// and `&&` alone, and find what the RFC says.
import { compareNumber, type Decimal, readDecimal } from '../json/decimal';
import { ExactNumber } from '../json/json';
import { nameSign, quoted, readQuoted } from './path-name';

const operators = ['==', '!=', '<=', '>=', '<', '>'] as const;
type Operator = (typeof operators)[number];

/** A literal. A number is parsed once, not for each item; if it is no decimal, it has a nearest number, possibly infinite. */
type Literal = { decimal: Decimal | undefined; nearest: number } | string | boolean | null;

/** One part of a filter: whether an item has a value at a place, or how this value compares with a literal. */
export interface FilterTest {
  /** Names of properties, and indexes of lists. */
  segments: (string | number)[];
  compared: { operator: Operator; literal: Literal } | undefined;
}

const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;

/** The pattern of a literal (RFC 9535 §2.3.5.1); a name must not continue behind it. */
export const literal = String.raw`(?:${quoted}|(?:${number}|true|false|null)(?![\w$.]))`;
const segment = String.raw`\s*(?:\.(?:${nameSign})+|\[\s*(?:${quoted}|0|-?[1-9]\d*)\s*\])`;
/** The pattern of the path behind `@`; an empty path is the item itself. */
export const segments = String.raw`(?:${segment})*`;

const test = new RegExp(
  String.raw`\s*(?:(?<open>\()|@(?<segments>${segments})(?:\s*(?<operator>==|!=|<=|>=|<|>)\s*(?<literal>${literal}))?)`,
  'suy',
);
const eachSegment = new RegExp(
  String.raw`\.(?<name>(?:${nameSign})+)|\[\s*(?:(?<quoted>${quoted})|(?<index>-?\d+))\s*\]`,
  'sug',
);
const after = /\s*(?:(?<and>&&)|(?<close>\))|(?<end>$))/suy;

/** Reads the tests of a filter, all of which must hold; undefined when it cannot be read. Parentheses change nothing. */
export function readFilter(text: string): FilterTest[] | undefined {
  const tests: FilterTest[] = [];
  let place = 0;
  let depth = 0;
  for (;;) {
    test.lastIndex = place;
    const found = test.exec(text)?.groups;
    if (!found) return undefined;
    place = test.lastIndex;
    if (found.open) {
      depth += 1;
      continue;
    }
    const read = readTest(found);
    if (!read) return undefined;
    tests.push(read);
    for (;;) {
      after.lastIndex = place;
      const next = after.exec(text)?.groups;
      if (!next) return undefined;
      place = after.lastIndex;
      if (next.and) break;
      if (next.end !== undefined) return depth === 0 ? tests : undefined;
      depth -= 1;
      if (depth < 0) return undefined;
    }
  }
}

function readTest(found: Record<string, string | undefined>): FilterTest | undefined {
  const path: (string | number)[] = [];
  for (const { groups = {} } of (found.segments ?? '').matchAll(eachSegment)) {
    const { name, quoted: written, index } = groups;
    const part = written === undefined ? readPlain(name, index) : readQuoted(written);
    if (part === undefined) return undefined;
    path.push(part);
  }
  const operator = operators.find((each) => each === found.operator);
  if (!operator) return { segments: path, compared: undefined };
  const value = readLiteral(found.literal ?? '');
  return value === undefined ? undefined : { segments: path, compared: { operator, literal: value } };
}

/** Reads a name or an index. `.0` is an index, as elsewhere in a path. */
function readPlain(name: string | undefined, index: string | undefined): string | number {
  if (name === undefined) return Number(index);
  return /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : name;
}

function readLiteral(text: string): Literal | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^['"]/.test(text)) return readQuoted(text);
  return { decimal: readDecimal(text), nearest: Number(text) };
}

export function passesFilter(tests: readonly FilterTest[], item: unknown): boolean {
  return tests.every(({ segments: path, compared }) => {
    const read = readSingular(item, path);
    if (!compared) return read !== undefined;
    return holds(read, compared.operator, compared.literal);
  });
}

/** Returns the value at a place, in a list of one, since it may be anything; undefined when there is none (§2.3.5.1). */
function readSingular(item: unknown, path: readonly (string | number)[]): [unknown] | undefined {
  let value = item;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
    const isList = Array.isArray(value);
    if (isList !== (typeof part === 'number')) return undefined;
    const key = typeof part === 'number' && part < 0 ? (value as unknown[]).length + part : part;
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return [value];
}

/** Compares by RFC 9535 §2.3.5.2.2: a missing value differs from every literal, and only values of one kind have an order. */
function holds(read: [unknown] | undefined, operator: Operator, compared: Literal): boolean {
  const isEqual = read !== undefined && equals(read[0], compared);
  if (operator === '==') return isEqual;
  if (operator === '!=') return !isEqual;
  if (isEqual) return operator === '<=' || operator === '>=';
  const order = read && compare(read[0], compared);
  if (order === undefined || order === 0) return false;
  return operator.startsWith('<') ? order < 0 : order > 0;
}

function equals(value: unknown, compared: Literal): boolean {
  if (typeof compared !== 'object' || compared === null) return value === compared;
  return compare(value, compared) === 0;
}

/** Returns a number below, at or above 0 if the value is less than, equal to or greater than the literal; else undefined. */
function compare(value: unknown, compared: Literal): number | undefined {
  if (typeof compared === 'string') {
    return typeof value === 'string' ? compareTexts(value, compared) : undefined;
  }
  if (typeof compared !== 'object' || compared === null) return undefined;
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return undefined;
  const { decimal, nearest } = compared;
  return (decimal && compareNumber(value, decimal)) ?? Math.sign(Number(value) - nearest);
}

/** Compares texts by code points, which is not the order of the UTF-16 code units of JavaScript's texts. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Ranks a UTF-16 code unit. Surrogates belong to code points beyond U+FFFF, so they rank behind U+E000 to U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
