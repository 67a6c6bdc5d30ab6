// JSON that keeps its digits. JavaScript's numbers change 9007199254740993 and 1.10; a payload that only passes
// through must not be changed, so a number that would not print as it was written is kept as text.
import { parse } from 'lossless-json';
import { listPropertyNames } from './property-names';

/** What JSON.stringify is to write in front of the digits of each exact number, within {@link stringifyJson}; how many it wrote. */
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

  /** For JSON.stringify, which has no way to write these digits as a number. */
  toJSON(): string {
    marked += 1;
    return mark + this.#digits;
  }
}

/** A number JSON.parse may change: over 15 digits, with an exponent, ending in a zero behind the point, tiny, or -0. */
const risky =
  /(?:^|[\s:,[])(?:-0|-?(?:\d+(?:\.\d+)?[eE][+-]?\d+|\d{16,}|\d{9,}\.\d+|\d+\.\d{8,}|\d+\.\d*0|0\.0{5}\d*))(?=[\s,\]}]|$)/;

/** Walking a value is recursive; text nested deeper than this is not taken for JSON. */
export const maxDepth = 200;

/**
 * Parses JSON text (RFC 8259); numbers print again as they were written, of a doubled name the last value
 * counts. Throws SyntaxError when it is not JSON or nests deeper than 200.
 */
export function parseJson(text: string): unknown {
  if (isNestedDeeperThan(text, maxDepth)) throw new SyntaxError('The JSON is nested too deeply');
  return risky.test(text) ? parseExact(text) : JSON.parse(text);
}

/** Takes what JSON.parse takes, and is not asked after it: that alone takes tens of milliseconds for 1 MB of names. */
function parseExact(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    // It says what is wrong as it does of any other text.
    JSON.parse(text);
    throw error;
  }
}

function parseNumber(digits: string): number | ExactNumber {
  const number = Number(digits);
  return String(number) === digits ? number : new ExactNumber(digits);
}

/**
 * JSON text of a value from {@link parseJson}. JSON.stringify is many times faster than a walk by hand, so it writes exact
 * numbers as marked texts, whose quotes and marks are taken away again.
 */
export function stringifyJson(value: unknown, space?: number): string {
  const text = writeMarked(value, space, '0');
  if (marked === 0) return text;
  const exact = unmark(text, '0');
  if (exact !== undefined) return exact;
  // A sender may write texts that look marked, by any numbers but this.
  const free = findFreeNumber(text);
  return unmark(writeMarked(value, space, free), free) ?? text;
}

/** The JSON text with a mark in front of the digits of each exact number. */
function writeMarked(value: unknown, space: number | undefined, number: string): string {
  mark = `\0${number}\0`;
  marked = 0;
  try {
    return (JSON.stringify(value, undefined, space) as string | undefined) ?? 'null';
  } finally {
    mark = '';
  }
}

/** Undefined when more texts look marked than there are exact numbers. */
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

/** The least number of which there is no mark. */
function findFreeNumber(json: string): string {
  const taken = new Set<string>();
  for (const [, number = ''] of json.matchAll(/\\u0000(\d+)(?=\\u0000)/g)) taken.add(number);
  let free = 0;
  while (taken.has(String(free))) free += 1;
  return String(free);
}

/** Whether the JSON text of a value is longer than `length`, without looking at more of it than that. */
export function isJsonLongerThan(value: unknown, length: number): boolean {
  return measureJson(value, length) > length;
}

/** The length of a value's JSON text, or some number above `most` when it is longer than that. */
export function measureJson(value: unknown, most: number): number {
  if (typeof value === 'string' && value.length > most) return value.length;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).length;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return stringifyJson(value).length;
  }
  // Brackets, and a comma between each two.
  if (Array.isArray(value)) {
    let length = Math.max(2, value.length + 1);
    for (const item of value as unknown[]) {
      if (length > most) break;
      length += measureJson(item, most - length);
    }
    return length;
  }
  const names = listPropertyNames(value);
  let length = Math.max(2, names.length + 1);
  for (const name of names) {
    if (length > most) break;
    length += JSON.stringify(name).length + 1;
    length += measureJson((value as Record<string, unknown>)[name], most - length);
  }
  return length;
}

/** The JSON text of a value as far as its first `length` characters, without writing much more than that. */
export function truncateJson(value: unknown, length: number): string {
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
    text += truncateJson((value as Record<string, unknown>)[key], Math.max(0, length - text.length));
  }
  return (text + (isList ? ']' : '}')).slice(0, length);
}

/** Whether brackets nest deeper than `depth`, without parsing: deep nesting exhausts the stack of what walks it. */
export function isNestedDeeperThan(text: string, depth: number): boolean {
  if (!hasMoreBracketsThan(text, depth)) return false;
  let open = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92 /* \ */) index += 1;
      else if (code === 34 /* " */) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 /* { */ || code === 91 /* [ */) {
      open += 1;
      if (open > depth) return true;
    } else if (code === 125 /* } */ || code === 93 /* ] */) open -= 1;
  }
  return false;
}

/** What opens no more brackets than that can't nest deeper, and of most texts that is found out in no time. */
function hasMoreBracketsThan(text: string, count: number): boolean {
  let found = 0;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found > count) return true;
    }
  }
  return false;
}

/** Whether a text holds more values than that, if it is JSON, without parsing: very many names take long to be parsed. */
export function hasMoreValuesThan(text: string, count: number): boolean {
  let left = count;
  let at = text.indexOf(',');
  for (; at >= 0 && left > 0; at = text.indexOf(',', at + 1)) left -= 1;
  // Commas within texts are no signs of values.
  return at >= 0 && countCommas(text, count) > count;
}

/** Those outside of texts; no more than `most` and one. */
function countCommas(text: string, most: number): number {
  let found = 0;
  for (let index = 0; index < text.length && found <= most; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34 /* " */) index = endOfString(text, index);
    else if (code === 44 /* , */) found += 1;
  }
  return found;
}

/**
 * The place of the quote that ends the string which begins at `start`, or the text's length. Of one that does not end before `most`,
 * some place from there on: who does not need its end does not look through all of it.
 */
export function endOfString(text: string, start: number, most = text.length): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (end >= most) return end;
    let before = end - 1;
    while (text.charCodeAt(before) === 92 /* \ */) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
