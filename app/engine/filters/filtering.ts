// What all filters share: their problems, the steps that they may take, and how they read values and arguments.
import { formatCount } from '../texts/format-count';
import { isMissing, isScalar } from '../comparing/equality';
import { ExactNumber, measureJson } from '../json/json';
import { finish, type InParts } from '../json/json-parts';
import { textOf } from '../json/value-text';
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
  /** Reads what filters inside the argument of another filter make of each item; undefined where nothing evaluates them. */
  readFiltered?: ReadFiltered;
  /** In how many of such arguments the filter at work stands. */
  depth?: number;
  /** Why such filters could not be applied to an item. Whoever applied the outer filter takes it. */
  problem?: FilterProblem | undefined;
  /** What takes long to make and is needed for each item, such as the clock of a zone, by a text that names it. */
  kept?: Map<string, unknown>;
}

/**
 * Reads the text of a path and the filters behind it, like `price | times: qty`. Returns the function that applies them to an
 * item, or the words of what is wrong with them.
 */
type ReadFiltered = (text: string, work: FilterWork) => TakePart | { problem: string | undefined };

/** Returns the part of an item that a filter's path leads to; undefined when there is none. */
export type TakePart = (item: unknown) => unknown;

export function createWork(): FilterWork {
  return { left: maxFilterSteps };
}

/**
 * Applies a filter. The value is never undefined; arguments that are left out are. The filter subtracts the steps for what it
 * reads beyond these from the work. When no steps are left, its result does not count.
 */
export type ApplyFilter = (value: unknown, args: readonly unknown[], work: FilterWork) => Filtered;

/** How many characters are one step. */
export const textStep = 32;

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

/** Those of these that take a tenth of the steps when the same work has loaded the language or zone before. */
const loading: ReadonlySet<string> = new Set(['date', 'parse_date', 'date_add', 'currency', 'format_number']);
const againShare = 0.1;

/** The steps of a time in UTC without the name of a day or month, which loads nothing. */
const unloadedSteps = 20;

/** Subtracts the steps for what a filter is about to read, its value and arguments; false when they are too many. */
export function takeSteps(work: FilterWork, name: string, given: readonly unknown[]): boolean {
  const asked = given.reduce<number>((sum, each) => sum + countSteps(each), 0);
  const [, ...args] = given;
  const first = loading.has(name) ? countLoading(work, name, args) : (once[name] ?? 1);
  return spend(work, first + asked * (slow[name] ?? 1));
}

function countLoading(work: FilterWork, name: string, args: readonly unknown[]): number {
  const steps = once[name] ?? 1;
  const [pattern] = args;
  const isUnloaded =
    name === 'date'
      ? args.length === 1 && typeof pattern === 'string' && !/[AaBb]/.test(pattern)
      : name === 'date_add' && args.length === 2;
  if (isUnloaded) return unloadedSteps;
  if (!args.every((arg) => isScalar(arg) && textOf(arg).length <= maxKeptLength)) return steps;
  const key = [name, ...args.map(textOf)].join('\n');
  if (work.kept?.has(key)) return steps * againShare;
  keep(work, key, () => true);
  return steps;
}

const maxKeptLength = 500;

/** Returns what was made under this name before in the same work, or makes it. A long name is not kept. */
export function keep<Made>(work: FilterWork, name: string, make: () => Made): Made {
  work.kept ??= new Map();
  if (work.kept.has(name)) return work.kept.get(name) as Made;
  const made = make();
  if (name.length <= maxKeptLength * 2) work.kept.set(name, made);
  return made;
}

/** Subtracts steps; false when too few are left. */
export function spend(work: FilterWork, steps: number): boolean {
  work.left -= steps;
  return work.left >= 0;
}

export function countSteps(value: unknown): number {
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
