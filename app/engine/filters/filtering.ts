// What all filters share: their problems, the steps that they may take, and how they read values and arguments.
import { formatCount } from '../texts/format-count';
import { isMissing, isScalar } from '../comparing/equality';
import { ExactNumber, measureJson } from '../json/json';
import { finish, type InParts } from '../json/json-parts';
import { textOf } from '../json/value-text';
import { findPath, maxPathLength } from '../paths/path';
import { readPlace } from '../paths/path-walk';
import { limits } from '../schema/limits';

/** The reason why a filter gives no result, as the part of a sentence behind its name: `needs a number`. */
export class FilterProblem {
  readonly words: string;

  constructor(words: string) {
    this.words = words;
  }
}

/** The result of a filter; undefined when there is nothing, which only `default` accepts. */
type Filtered = unknown;

/** How many steps the filters of one call, answer or condition may take together, so that none blocks the server. */
export const maxFilterSteps = 60_000;

/** The greatest number of items; lists of pages are no longer. */
export const maxFilteredItems = 10_000;

export interface FilterWork {
  left: number;
}

export function createWork(): FilterWork {
  return { left: maxFilterSteps };
}

/**
 * Applies a filter. The value is never undefined; arguments that are left out are. The filter subtracts the steps for what it
 * reads beyond these from the work. When no steps are left, its result does not count.
 */
export type ApplyFilter = (value: unknown, args: readonly unknown[], work: FilterWork) => Filtered;

/** How many characters are one step. */
const textStep = 32;

/** How many times as long some filters take as others, for each character or item. */
const slow: Record<string, number> = {
  md5: 4,
  sha1: 4,
  sha256: 4,
  sha512: 8,
  hmac_sha256: 4,
  hmac_sha1: 4,
  uuid: 4,
  slice: 1.8,
  truncate: 1.8,
  split: 1.8,
  replace: 1.8,
  remove: 1.8,
  slugify: 64,
  escape: 4,
  url_encode: 1.8,
  base64_decode: 1.2,
  parse_json: 1.8,
  parse_csv: 1.8,
  plus: 4,
  minus: 4,
  times: 4,
  divided_by: 4,
  modulo: 4,
  round: 4,
  fixed: 4,
  date: 8,
  parse_date: 8,
  sort: 2.5,
  list: 0,
  first: 0,
  last: 0,
  sum: 2,
};

/** How many steps some filters take in any case: those that load a language or zone, digests, and those that read times. */
const once: Record<string, number> = {
  date: 500,
  parse_date: 1000,
  date_add: 500,
  currency: 500,
  format_number: 500,
  date_diff: 4,
  unix: 4,
  md5: 60,
  sha1: 60,
  sha256: 60,
  sha512: 300,
  hmac_sha256: 300,
  hmac_sha1: 300,
  uuid: 60,
};

/** Subtracts the steps for what a filter is about to read, its value and arguments; false when they are too many. */
export function takeSteps(work: FilterWork, name: string, given: readonly unknown[]): boolean {
  const asked = given.reduce<number>((sum, each) => sum + countSteps(each), 0);
  return spend(work, (once[name] ?? 1) + asked * (slow[name] ?? 1));
}

/** Subtracts steps; false when too few are left. */
export function spend(work: FilterWork, steps: number): boolean {
  work.left -= steps;
  return work.left >= 0;
}

function countSteps(value: unknown): number {
  if (value instanceof ExactNumber) return value.toString().length / textStep;
  if (typeof value === 'string') return value.length / textStep;
  return Array.isArray(value) ? value.length : 1;
}

/** How many times as long JSON takes to write as a text. Trigger data as a whole can still be written. */
const writtenTimes = 1.75;

/** Returns the text of a value, or a problem when that takes too many steps or is longer than what can be sent. */
export function readText(value: unknown, work: FilterWork): string | FilterProblem {
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
    const most = (Math.max(0, work.left) * textStep) / writtenTimes;
    const length = measureJson(value, most);
    if (!spend(work, (length * writtenTimes) / textStep)) return tooMuch;
  }
  const text = textOf(value);
  return text.length > limits.sentBodyBytes ? tooLong() : text;
}

export const tooMuch = new FilterProblem('has too much to do at once');

export function tooLong(): FilterProblem {
  return new FilterProblem('would make a text that is too long to be sent');
}

/** Makes a filter of a text, with texts as its arguments. */
export function ofText(change: (text: string, ...args: string[]) => Filtered): ApplyFilter {
  return (value, args, work) => {
    const texts: string[] = [];
    for (const each of [value, ...args]) {
      const text = readText(each, work);
      if (text instanceof FilterProblem) return text;
      texts.push(text);
    }
    const [first = '', ...rest] = texts;
    return change(first, ...rest);
  };
}

/** Makes a filter of a list. A missing value, as `null`, counts as an empty list. */
export function ofList(
  change: (list: readonly unknown[], args: readonly unknown[], work: FilterWork) => Filtered,
): ApplyFilter {
  return (value, args, work) => {
    if (!Array.isArray(value) && !isMissing(value)) return new FilterProblem('needs a list');
    const list: readonly unknown[] = value ?? [];
    if (list.length > maxFilteredItems) {
      return new FilterProblem(`takes lists of at most ${formatCount(maxFilteredItems)} items`);
    }
    return change(list, args, work);
  };
}

/** What is still to do of a filter that works in parts, since a text of each of very many items takes tens of milliseconds. */
export class FilterParts {
  constructor(
    readonly parts: InParts<Filtered>,
    readonly work: FilterWork,
  ) {}

  /** Does it, and returns the result. */
  *finish(): InParts<Filtered> {
    const result = yield* this.parts;
    return this.work.left < 0 ? tooMuch : result;
  }
}

/** After so many items, a filter in parts yields. A shorter list is filtered at once. */
const itemsOfPart = 500;

/** Checks whether a filter in parts yields before the item with this index. */
export function endsPart(index: number): boolean {
  return index % itemsOfPart === itemsOfPart - 1;
}

/** Makes a filter of a list like {@link ofList}, whose result for a long list is {@link FilterParts}. */
export function ofListInParts(
  change: (list: readonly unknown[], args: readonly unknown[], work: FilterWork) => InParts<Filtered>,
): ApplyFilter {
  return ofList((list, args, work) => {
    const parts = change(list, args, work);
    return list.length < itemsOfPart ? finish(parts) : new FilterParts(parts, work);
  });
}

/** Reads a whole number among the arguments; undefined when it is left out or none. */
export function readWhole(value: unknown): number | undefined {
  const text = isScalar(value) ? textOf(value).trim() : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Returns the part of an item that a filter's path leads to; undefined when there is none. */
type TakePart = (item: unknown) => unknown;

/**
 * Returns a function that takes the value at a path to one place, or of the property with that name; the item itself when there
 * is no path. `looksAt`: the filter reads the value and does not only pass it on.
 */
export function readPart(path: unknown, work: FilterWork, looksAt = true): TakePart {
  const written = readText(path, work);
  // A pattern may have very many paths for a single item.
  const isEnough = spend(work, pathSteps);
  const take = findPart(written instanceof FilterProblem || !isEnough ? '' : written);
  return (item) => {
    if (work.left < 0) return undefined;
    const part = take(item);
    spend(work, partSteps + (looksAt && isLong(part) ? countSteps(part) : 0));
    return part;
  };
}

/** The steps for reading a path, and for taking a part; a long part takes more. */
const pathSteps = 4;
const partSteps = 0.25;

function isLong(part: unknown): boolean {
  if (typeof part === 'string') return part.length > textStep;
  return Array.isArray(part) || part instanceof ExactNumber;
}

function findPart(text: string): TakePart {
  if (text === '') return (item) => item;
  // Whoever sends a delivery may choose the text. A longer one is no path, but may be the name of a property.
  const path = text.length > maxPathLength ? undefined : findPath(/^[[$.]/.test(text) ? text : `.${text}`);
  return (item) => {
    if (typeof item !== 'object' || item === null) return undefined;
    if (!Array.isArray(item) && Object.hasOwn(item, text)) return (item as Record<string, unknown>)[text];
    const found = path?.kind === 'one' ? readPlace(item, path.segments) : undefined;
    return found?.found ? found.value : undefined;
  };
}

/** Reads a field, written `sku` or `price.amount as price`. Returns the function that takes it, and its name. */
export function readField(written: unknown, work: FilterWork): { take: TakePart; name: string } {
  const text = readText(written, work);
  const [path = '', name] = text instanceof FilterProblem ? [] : text.split(/(?<!\s)\s+as\s+/);
  return { take: readPart(path.trim(), work), name: (name ?? path.slice(path.lastIndexOf('.') + 1)).trim() };
}
