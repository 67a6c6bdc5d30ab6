// Filters between objects and lists: what an object has, and an object by the keys of a list.
import { isMissing, isScalar } from '../comparing/equality';
import { listPropertyNames } from '../json/property-names';
import { textOf } from '../json/value-text';
import {
  type ApplyFilter,
  FilterProblem,
  type FilterWork,
  maxFilteredItems,
  ofList,
  spend,
} from './filtering';
import { readPart } from './item-parts';
import { tooMany } from './list-filters';

export const propertyFilters = {
  keys: (value) =>
    Array.isArray(value)
      ? new FilterProblem('needs an object')
      : ofProperties(value, (object) => [...listPropertyNames(object)]),
  /** Leaves out what is null or an empty text: items of a list, or fields of an object. */
  compact: (value, _, work) => {
    if (Array.isArray(value) || isMissing(value)) {
      return ofList((list) => list.filter((item) => !isEmpty(item)))(value, [], work);
    }
    return ofProperties(value, (object) => {
      spend(work, listPropertyNames(object).length * copySteps);
      return Object.fromEntries(Object.entries(object).filter(([, field]) => !isEmpty(field)));
    });
  },
  /** Returns the values of an object, or of each object in a list, as the lines of a table. */
  values: (value, _, work) => {
    const valuesOf = (item: unknown) =>
      ofProperties(item, (object) => {
        const names = listPropertyNames(object);
        spend(work, names.length * readSteps);
        return names.map((name) => object[name]);
      });
    return Array.isArray(value) ? ofEach(value, valuesOf, work) : valuesOf(value);
  },
  /** Returns the properties of an object as a list, in their order: `[{"key": "DE", "value": 19}]`. */
  entries: (value, _, work) =>
    Array.isArray(value)
      ? new FilterProblem('needs an object')
      : ofProperties(value, (object) => {
          const names = listPropertyNames(object);
          spend(work, names.length * copySteps);
          return names.map((key) => ({ key, value: object[key] }));
        }),
  /**
   * Makes an object of a list: `index_by: 'id'` has the items by their ids, `index_by: 'name', 'value'` the values by their names.
   * The last of equal keys counts. An item whose key is no text, number or boolean is left out.
   */
  index_by: ofList((list, [path, part], work) => {
    const takeKey = readPart(path, work);
    const take = part === undefined ? (item: unknown) => item : readPart(part, work, false);
    const found = new Map<string, unknown>();
    for (const item of list) {
      if (!spend(work, copySteps)) break;
      const key = takeKey(item);
      if (!isMissing(key) && isScalar(key)) found.set(textOf(key), take(item) ?? null);
    }
    return Object.fromEntries(found);
  }),
} satisfies Record<string, ApplyFilter>;

export const needsObject = new FilterProblem('needs an object, or a list of objects');

/** The steps for each property that is read, and that is copied. */
const readSteps = 0.25;
export const copySteps = 1;

function isEmpty(value: unknown): boolean {
  return isMissing(value) || value === '';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && !isScalar(value) && !isMissing(value) && !Array.isArray(value);
}

function ofProperties(value: unknown, change: (object: Record<string, unknown>) => unknown): unknown {
  const object = value ?? {};
  if (!isObject(object)) return needsObject;
  return listPropertyNames(object).length > maxFilteredItems ? tooMany : change(object);
}

/** Changes each item; the first problem is the result. */
export function ofEach(
  list: readonly unknown[],
  change: (item: unknown) => unknown,
  work: FilterWork,
): unknown {
  return ofList((items) => {
    const made: unknown[] = [];
    for (const item of items) {
      if (work.left < 0) break;
      const changed = change(item);
      if (changed instanceof FilterProblem) return changed;
      made.push(changed);
    }
    return made;
  })(list, [], work);
}
