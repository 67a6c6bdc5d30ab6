// Reads and writes JSON with exact numbers. JavaScript's numbers change 9007199254740993 and 1.10, but a payload that only
// passes through must stay the same. So a number that would print differently is kept as text.
import { parse } from 'lossless-json';
import { isEscaped, isNestedDeeperThan } from './nesting';
import { listPropertyNames } from './property-names';

/** The mark that JSON.stringify writes before each exact number within {@link stringifyJson}, and how many it wrote. */
let mark = '';
let marked = 0;

/** A JSON number whose digits JavaScript's number type would change. */
export class ExactNumber {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }

  /** Returns the marked digits for JSON.stringify, which cannot write them as a number. */
  toJSON(): string {
    marked += 1;
    return mark + this.#digits;
  }
}

/** Matches a number that JSON.parse may change: over 15 digits, with an exponent, a final zero after the point, tiny, or -0. */
const risky =
  /(?:^|[\s:,[])(?:-0|-?(?:\d+(?:\.\d+)?[eE][+-]?\d+|\d{16,}|\d{9,}\.\d+|\d+\.\d{8,}|\d+\.\d*0|0\.0{5}\d*))(?=[\s,\]}]|$)/;

/** The deepest nesting of JSON, because walking a value is recursive; a deeper text is not JSON. */
export const maxDepth = 200;

/**
 * Parses JSON text (RFC 8259). Numbers print again as they were written; for a repeated name, the last value counts. Throws
 * SyntaxError when the text is not JSON or nests deeper than `depth`.
 */
export function parseJson(text: string, depth = maxDepth): unknown {
  if (isNestedDeeperThan(text, depth)) throw new SyntaxError('The JSON is nested too deeply');
  return mayHoldExactNumbers(text) ? parseExact(text) : JSON.parse(text);
}

/** Checks whether {@link parseJson} may read some number of a text as an {@link ExactNumber}. */
export function mayHoldExactNumbers(text: string): boolean {
  return risky.test(text);
}

/** Accepts what JSON.parse accepts. It does not run JSON.parse first: that takes tens of milliseconds for 1 MB of names. */
function parseExact(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    // JSON.parse throws the same error as for any other text.
    JSON.parse(text);
    throw error;
  }
}

/** Returns the index where a text stops being JSON; the length when it ends too early, undefined when it is JSON. */
export function findJsonFault(text: string): number | undefined {
  try {
    parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
    return undefined;
  } catch (error) {
    const [, position] = /at position (\d+)$/.exec((error as Error).message) ?? [];
    return position === undefined ? undefined : Number(position);
  }
}

function parseNumber(digits: string): number | ExactNumber {
  const number = Number(digits);
  return String(number) === digits ? number : new ExactNumber(digits);
}

/**
 * Writes the JSON text of a value from {@link parseJson}. JSON.stringify is many times faster than our own walk, so it writes
 * exact numbers as marked strings; then their quotes and marks are removed.
 */
export function stringifyJson(value: unknown, space?: number): string {
  const text = writeMarked(value, space, '0');
  if (marked === 0) return text;
  const exact = unmark(text, '0');
  if (exact !== undefined) return exact;
  // A sender may write strings that look marked, with any number but this.
  const free = findFreeNumber(text);
  return unmark(writeMarked(value, space, free), free) ?? text;
}

/** Writes the JSON text with a mark before the digits of each exact number. */
function writeMarked(value: unknown, space: number | undefined, number: string): string {
  mark = `\0${number}\0`;
  marked = 0;
  try {
    return (JSON.stringify(value, undefined, space) as string | undefined) ?? 'null';
  } finally {
    mark = '';
  }
}

/** Removes the marks. Undefined when more strings look marked than there are exact numbers. */
function unmark(json: string, number: string): string | undefined {
  let found = 0;
  const exact = json.replace(
    new RegExp(`"\\\\u0000${number}\\\\u0000(-?\\d[\\d.eE+-]*)"`, 'g'),
    (_marked, digits: string) => {
      found += 1;
      return digits;
    },
  );
  return found === marked ? exact : undefined;
}

/** Returns the least number that has no mark in the text. */
function findFreeNumber(json: string): string {
  const taken = new Set<string>();
  for (const [, number = ''] of json.matchAll(/\\u0000(\d+)(?=\\u0000)/g)) taken.add(number);
  let free = 0;
  while (taken.has(String(free))) free += 1;
  return String(free);
}

/** Checks whether the JSON text of a value is longer than `length`, without reading more of the value. */
export function isJsonLongerThan(value: unknown, length: number): boolean {
  return measureJson(value, length) > length;
}

/** Returns the length of a value's JSON text, or some number above `most` when it is longer. */
export function measureJson(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length > most ? value.length : measureText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).length;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return stringifyJson(value).length;
  }
  if (Array.isArray(value)) {
    let length = measureBrackets(value.length);
    for (const item of value as unknown[]) {
      if (length > most) break;
      length += measureJson(item, most - length);
    }
    return length;
  }
  const names = listPropertyNames(value);
  let length = measureBrackets(names.length);
  for (const name of names) {
    if (length > most) break;
    length += measureName(name);
    length += measureJson((value as Record<string, unknown>)[name], most - length);
  }
  return length;
}

/** Returns the length of the brackets of a list or object with so many entries, and of the commas between them. */
export function measureBrackets(entries: number): number {
  return Math.max(2, entries + 1);
}

/** Returns the length of a property's name with its colon. */
export function measureName(name: string): number {
  return measureText(name) + 1;
}

/** Matches what JSON.stringify may escape. */
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Checks whether JSON may write some character of a text as an escape. */
export function mayBeEscaped(text: string): boolean {
  return escaped.test(text);
}

/** Returns the length of a text in JSON. Writing each of very many texts to measure it takes twice as long. */
function measureText(text: string): number {
  return mayBeEscaped(text) ? JSON.stringify(text).length : text.length + 2;
}

/** Returns the first `length` characters of a value's JSON text, without writing much more. */
export function beginningOfJson(value: unknown, length: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length)).slice(0, length);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return stringifyJson(value).slice(0, length);
  }
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const key of isList ? value.keys() : listPropertyNames(value)) {
    if (text.length >= length) break;
    if (text.length > 1) text += ',';
    if (!isList) text += `${JSON.stringify(key)}:`;
    text += beginningOfJson((value as Record<string, unknown>)[key], Math.max(0, length - text.length));
  }
  return (text + (isList ? ']' : '}')).slice(0, length);
}

/** Checks whether JSON text holds more than `count` values, without parsing: parsing very many values takes long. */
export function hasMoreValuesThan(text: string, count: number): boolean {
  // A value has one character at least.
  return text.length > count && countValues(text, count) > count;
}

/** Counts what begins a value that is not the first of its list or object, or such a list or object; up to `most` and one. */
function countValues(text: string, most: number): number {
  let found = 1;
  for (let index = 0; index < text.length && found <= most; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34 /* " */) index = endOfString(text, index);
    else if (code === 44 /* , */ || code === 91 /* [ */ || code === 123 /* { */) found += 1;
  }
  return found;
}

/**
 * Returns the index of the quote that ends the string at `start`, or the text's length. When the string does not end before
 * `most`, returns some index from there on, so that a caller that does not need the end does not scan all of it.
 */
export function endOfString(text: string, start: number, most = text.length): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (end >= most) return end;
    if (!isEscaped(text, end)) return end;
  }
  return text.length;
}
