// Filters of lists. A path names a place in each item; without a path it is the item itself.
import { formatCount } from '../texts/format-count';
import { isEqual, isMissing, isScalar, readExpected } from '../comparing/equality';
import { createTest } from '../comparing/operators';
import { Operator } from '../comparing/operator-name';
import { compareDecimals, type Decimal, readDecimal } from '../json/decimal';
import { textOf } from '../json/value-text';
import {
  type ApplyFilter,
  endsPart,
  FilterProblem,
  type FilterWork,
  maxFilteredItems,
  ofList,
  ofListInParts,
  readText,
  readWhole,
  spend,
} from './filtering';
import { readPart } from './item-parts';

export const listFilters = {
  /** XML has an object in place of a list of one item, and an empty text or nothing in place of an empty list. */
  list: (value) => (Array.isArray(value) ? value : isMissing(value) || value === '' ? [] : [value]),
  first: ofList((list) => list[0]),
  last: ofList((list) => list.at(-1)),
  reverse: ofList((list) => list.toReversed()),
  map: ofList((list, [path], work) => {
    const take = readPart(path, work, false);
    return list.map((item) => take(item) ?? null);
  }),
  where: ofList((list, args, work) => {
    const passes = readTest(args, work);
    return passes instanceof FilterProblem ? passes : list.filter((item) => passes(item));
  }),
  reject: ofList((list, args, work) => {
    const passes = readTest(args, work);
    return passes instanceof FilterProblem ? passes : list.filter((item) => !passes(item));
  }),
  find_index: ofList((list, args, work) => {
    const passes = readTest(args, work);
    if (passes instanceof FilterProblem) return passes;
    const index = list.findIndex(passes);
    return index < 0 ? undefined : index;
  }),
  sort: ofList((list, [path], work) => sortBy(list, path, work)),
  uniq: ofListInParts(function* (list, [path], work) {
    const take = readPart(path, work);
    const keyOf = createKeys(work);
    const known = new Map<string, unknown>();
    for (const [index, item] of list.entries()) {
      if (endsPart(index)) yield;
      const key = keyOf(take(item));
      if (!known.has(key)) known.set(key, item);
    }
    return [...known.values()];
  }),
  group_by: ofListInParts(function* (list, [path], work) {
    const take = readPart(path, work);
    const keyOf = createKeys(work);
    const groups = new Map<string, { key: unknown; items: unknown[] }>();
    for (const [index, item] of list.entries()) {
      if (endsPart(index)) yield;
      const value = take(item) ?? null;
      const key = keyOf(value);
      const group = groups.get(key);
      if (group) group.items.push(item);
      else groups.set(key, { key: value, items: [item] });
    }
    return [...groups.values()];
  }),
  concat: ofList((list, [more]) => {
    const others: unknown[] = Array.isArray(more) ? more : [more];
    return list.length + others.length > maxFilteredItems ? tooMany : [...list, ...others];
  }),
  flatten: ofList((list) => {
    const count = list.reduce<number>((sum, item) => sum + (Array.isArray(item) ? item.length : 1), 0);
    return count > maxFilteredItems ? tooMany : list.flat();
  }),
  chunk: ofList((list, [size]) => {
    const count = readWhole(size);
    if (count === undefined || count < 1) return new FilterProblem('needs a whole number from 1 on');
    const starts = Array.from({ length: Math.ceil(list.length / count) }, (_, index) => index * count);
    return starts.map((start) => list.slice(start, start + count));
  }),
  get: (value, [path], work) =>
    Array.isArray(value) && typeof path === 'number' ? value.at(path) : readPart(path, work, false)(value),
} satisfies Record<string, ApplyFilter>;

export const tooMany = new FilterProblem(
  `would make a list of more than ${formatCount(maxFilteredItems)} items`,
);

/** Reads a test. `'paid'`: exists and is not false. `'status', 'paid'`: equals. `'total', 'greater_than', 100`: an operator. */
function readTest(
  [path, ...rest]: readonly unknown[],
  work: FilterWork,
): ((item: unknown) => boolean) | FilterProblem {
  const take = readPart(path, work);
  if (rest.length === 0) return (item) => isThere(take(item));
  if (rest.length === 1) {
    const text = readText(rest[0], work);
    if (text instanceof FilterProblem) return text;
    const expected = readExpected(rest[0]);
    return (item) => isEqual(take(item), expected);
  }
  const test = readOperator(rest, work);
  return test instanceof FilterProblem ? test : (item) => test(take(item));
}

/** Reads a comparison by an operator of conditions, with a value if the operator takes one. */
export function readOperator(
  [name, value]: readonly unknown[],
  work: FilterWork,
): ((actual: unknown) => boolean) | FilterProblem {
  const operator = Operator.safeParse(name);
  if (!operator.success) return new FilterProblem('needs an operator of conditions, like greater_than');
  const text = readText(value, work);
  if (text instanceof FilterProblem) return text;
  const test = createTest(operator.data, isMissing(value) ? null : text);
  // The comparison reads its value again for each item, and each choice in a list of choices.
  const steps = text.length / (operator.data.endsWith('in') ? 8 : 64);
  return (actual) => spend(work, steps) && test(actual ?? undefined);
}

/** A number of JSON (RFC 8259 §6) that is 0. */
const zero = /^-?0(?:\.0+)?(?:e[+-]?\d+)?$/i;

/**
 * Checks whether a value counts as true, unlike a missing one, `false`, `'false'`, 0 or 0.00, also as a text, an empty text or
 * list.
 */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isMissing(value) || value === false) return false;
  if (!isScalar(value)) return true;
  const text = textOf(value);
  return text !== '' && text !== 'false' && !zero.test(text);
}

/** Checks whether a value exists, for a test by a path alone: 0 and empty texts do, `false` does not. */
function isThere(value: unknown): boolean {
  return !isMissing(value) && value !== false && value !== 'false';
}

interface SortKey {
  decimal: Decimal | undefined;
  text: string;
  isNone: boolean;
}

/** Sorts numbers by size, before texts by their characters; items without a value come last. Equal items keep their order. */
function sortBy(list: readonly unknown[], path: unknown, work: FilterWork): unknown[] {
  const take = readPart(path, work);
  const keyed = list.map((item) => ({ item, key: readKey(take(item)) }));
  if (work.left < 0) return [];
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item);
}

function readKey(value: unknown): SortKey {
  const text = isScalar(value) ? textOf(value) : '';
  return { decimal: readDecimal(text.trim()), text, isNone: !isScalar(value) };
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (a.isNone || b.isNone) return Number(a.isNone) - Number(b.isNone);
  if (a.decimal && b.decimal) return compareDecimals(a.decimal, b.decimal);
  if (a.decimal || b.decimal) return a.decimal ? -1 : 1;
  return a.text < b.text ? -1 : Number(a.text > b.text);
}

/** Returns a function that gives equal values the same text. It writes an object once, however often a list holds it. */
function createKeys(work: FilterWork): (value: unknown) => string {
  const known = new Map<unknown, string>();
  return (value) => {
    if (isMissing(value)) return 'null';
    if (typeof value === 'string') return `text ${value}`;
    if (isScalar(value)) return textOf(value);
    const key = known.get(value) ?? readText(value, work);
    if (key instanceof FilterProblem) return '';
    known.set(value, key);
    return key;
  };
}
