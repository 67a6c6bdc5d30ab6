// What all filters share: how they fail, how much they may do, and how they read what they are given.
import { isMissing, isScalar } from '../comparing/equality';
import { ExactNumber, measureJson } from '../json/json';
import { textOf } from '../json/value-text';
import { findPath } from '../paths/path';
import { readPath } from '../paths/path-walk';
import { limits } from '../schema/limits';

/** Why a filter gives nothing, as a part of a sentence behind its name: `needs a number`. */
export class FilterProblem {
  readonly words: string;

  constructor(words: string) {
    this.words = words;
  }
}

/** Undefined of nothing, which `default` alone takes. */
export type Filtered = unknown;

/** The steps that the filters of one call, answer or condition may take together, so that none of them holds up the server. */
export const maxFilterSteps = 60_000;

/** Lists of pages are no longer. */
export const maxFilteredItems = 10_000;

export interface FilterWork {
  left: number;
}

export function createWork(): FilterWork {
  return { left: maxFilterSteps };
}

/**
 * What is told of a filter: its value is never undefined, those of its arguments that are left out are. What it looks at beyond them
 * it takes from the work; what it gives when nothing is left does not count.
 */
export type ApplyFilter = (value: unknown, args: readonly unknown[], work: FilterWork) => Filtered;

/** So many characters are one step. */
const textStep = 32;

/** How much longer than others some take: for each character, or for each item. */
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
  plus: 4,
  minus: 4,
  times: 4,
  divided_by: 4,
  modulo: 4,
  round: 4,
  fixed: 4,
  date: 8,
  sort: 2.5,
  list: 0,
  first: 0,
  last: 0,
  sum: 2,
};

/** What they cost at all: those that ask for the data of a language or zone, once; digests; and what reads times. */
const once: Record<string, number> = {
  date: 500,
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

/** Counts what a filter is about to look at, its value first; false when it is too much. */
export function takeSteps(work: FilterWork, name: string, given: readonly unknown[]): boolean {
  const asked = given.reduce<number>((sum, each) => sum + countSteps(each), 0);
  return spend(work, (once[name] ?? 1) + asked * (slow[name] ?? 1));
}

/** Takes steps; false when there are not so many left. */
export function spend(work: FilterWork, steps: number): boolean {
  work.left -= steps;
  return work.left >= 0;
}

function countSteps(value: unknown): number {
  if (value instanceof ExactNumber) return value.toString().length / textStep;
  if (typeof value === 'string') return value.length / textStep;
  return Array.isArray(value) ? value.length : 1;
}

/** JSON takes longer to write than a text does; trigger data as a whole can be. */
const writtenTimes = 1.75;

/** The text of a value, or a problem when it would take too many steps or be longer than what can be sent. */
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

/** A filter of a text, and of texts behind it. */
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

/** A filter of a list. Nothing, as `null`, is an empty one. */
export function ofList(
  change: (list: readonly unknown[], args: readonly unknown[], work: FilterWork) => Filtered,
): ApplyFilter {
  return (value, args, work) => {
    if (!Array.isArray(value) && !isMissing(value)) return new FilterProblem('needs a list');
    const list: readonly unknown[] = value ?? [];
    if (list.length > maxFilteredItems) {
      return new FilterProblem(`takes lists of at most ${maxFilteredItems.toLocaleString('en')} items`);
    }
    return change(list, args, work);
  };
}

/** A whole number among the arguments; undefined when it is left out or none. */
export function readWhole(value: unknown): number | undefined {
  const text = isScalar(value) ? textOf(value).trim() : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What a path of a filter takes of an item; undefined when nothing is there. */
export type TakePart = (item: unknown) => unknown;

/**
 * Takes what is at a path to one place, or has the path for its name; the item itself where no path is given. `looksAt`: what stands
 * there is not only passed on.
 */
export function readPart(path: unknown, work: FilterWork, looksAt = true): TakePart {
  const written = readText(path, work);
  const take = findPart(written instanceof FilterProblem ? '' : written);
  return (item) => {
    if (work.left < 0) return undefined;
    const part = take(item);
    spend(work, partSteps + (looksAt && isLong(part) ? countSteps(part) : 0));
    return part;
  };
}

/** What stands at a place counts, too, when it is long. */
const partSteps = 0.25;

function isLong(part: unknown): boolean {
  if (typeof part === 'string') return part.length > textStep;
  return Array.isArray(part) || part instanceof ExactNumber;
}

function findPart(text: string): TakePart {
  if (text === '') return (item) => item;
  const written = /^[[$.]/.test(text) ? text : `.${text}`;
  const isOne = findPath(written)?.kind === 'one';
  return (item) => {
    if (typeof item !== 'object' || item === null) return undefined;
    if (!Array.isArray(item) && Object.hasOwn(item, text)) return (item as Record<string, unknown>)[text];
    const found = isOne ? readPath(item, written) : undefined;
    return found?.found ? found.value : undefined;
  };
}

/** A field, written `sku` or `price.amount as price`: where it is found, and its name. */
export function readField(written: unknown, work: FilterWork): { take: TakePart; name: string } {
  const text = readText(written, work);
  const [path = '', name] = text instanceof FilterProblem ? [] : text.split(/\s+as\s+/);
  return { take: readPart(path.trim(), work), name: (name ?? /[^.]*$/.exec(path)?.[0] ?? path).trim() };
}
