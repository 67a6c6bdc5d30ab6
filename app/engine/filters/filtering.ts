// What all filters share: how they fail, how much they may do, and how they read what they are given.
import { isMissing, isScalar } from '../comparing/equality';
import { isJsonLongerThan } from '../json/json';
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

/** The steps that the filters of one text may take together, so that none of them holds up the server. */
export const maxFilterSteps = 60_000;

/** Lists of pages are no longer. */
export const maxFilteredItems = 10_000;

export interface FilterWork {
  left: number;
}

export function createWork(): FilterWork {
  return { left: maxFilterSteps };
}

/** What is told of a filter: its value is never undefined, those of its arguments that are left out are. */
export type ApplyFilter = (value: unknown, args: readonly unknown[]) => Filtered;

/** So many characters are one step. */
const textStep = 32;

/** A digest takes a few times as long as other work on a text. */
const isDigest = /^(?:md5|sha|hmac|uuid)/;
const digestTimes = 4;

/** Filters that cost more: what asks for the data of a language or zone, once; what compares items with one another, for each. */
const costly: Record<string, number> = { date: 500, date_add: 500, currency: 500, format_number: 500 };
const timesItems: Record<string, number> = { sort: 3, uniq: 2, group_by: 2, format_each: 3, csv: 2, pick: 2 };

/** So much for each of their arguments. */
const takesFields: ReadonlySet<string> = new Set(['csv', 'pick']);

/** Counts what a filter is about to look at, its value first; false when it is too much. */
export function takeSteps(work: FilterWork, name: string, [value, ...args]: readonly unknown[]): boolean {
  const times = (timesItems[name] ?? 1) * (takesFields.has(name) ? args.length : 1);
  const asked = Array.isArray(value) ? value.length * times : countSteps(value);
  const given = args.reduce<number>((sum, arg) => sum + countSteps(arg), 0);
  work.left -= (costly[name] ?? 1) + (asked + given) * (isDigest.test(name) ? digestTimes : 1);
  return work.left >= 0;
}

function countSteps(value: unknown): number {
  if (typeof value === 'string') return value.length / textStep;
  return Array.isArray(value) ? value.length : 1;
}

/** The text of a value, or a problem when it would be longer than what can be sent. */
export function readText(value: unknown): string | FilterProblem {
  const most = limits.sentBodyBytes;
  if (typeof value === 'object' && isJsonLongerThan(value, most)) return tooLong();
  const text = textOf(value);
  return text.length > most ? tooLong() : text;
}

export function tooLong(): FilterProblem {
  return new FilterProblem('would make a text that is too long to be sent');
}

/** A filter of a text, and of texts behind it. */
export function ofText(change: (text: string, ...args: string[]) => Filtered): ApplyFilter {
  return (value, args) => {
    const texts: string[] = [];
    for (const each of [value, ...args]) {
      const text = readText(each);
      if (text instanceof FilterProblem) return text;
      texts.push(text);
    }
    const [first = '', ...rest] = texts;
    return change(first, ...rest);
  };
}

/** A filter of a list. Nothing, as `null`, is an empty one. */
export function ofList(
  change: (list: readonly unknown[], args: readonly unknown[]) => Filtered,
): ApplyFilter {
  return (value, args) => {
    if (!Array.isArray(value) && !isMissing(value)) return new FilterProblem('needs a list');
    const list: readonly unknown[] = value ?? [];
    if (list.length > maxFilteredItems) {
      return new FilterProblem(`takes lists of at most ${maxFilteredItems.toLocaleString('en')} items`);
    }
    return change(list, args);
  };
}

/** A whole number among the arguments; undefined when it is left out or none. */
export function readWhole(value: unknown): number | undefined {
  const text = isScalar(value) ? textOf(value).trim() : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What a path of a filter takes of an item; undefined when nothing is there. */
export type TakePart = (item: unknown) => unknown;

/** Takes what is at a path to one place, or has the path for its name; the item itself where no path is given. */
export function readPart(path: unknown): TakePart {
  const text = textOf(path);
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
export function readField(written: unknown): { take: TakePart; name: string } {
  const [path = '', name] = textOf(written).split(/\s+as\s+/);
  return { take: readPart(path.trim()), name: (name ?? /[^.]*$/.exec(path)?.[0] ?? path).trim() };
}
