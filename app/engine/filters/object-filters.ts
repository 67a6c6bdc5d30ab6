// Filters that make objects as an API asks for them, alone or of each object in a list.
import { listPropertyNames } from '../json/property-names';
import { findPath } from '../paths/path';
import {
  type ApplyFilter,
  FilterProblem,
  type FilterWork,
  readText,
  spend,
  type TakePart,
} from './filtering';
import { readField } from './item-parts';
import { copySteps, isObject, needsObject, ofEach } from './property-filters';

export const objectFilters = {
  /** Makes an object of fields: `pick: 'sku', 'price.amount as price', 'email as .properties.email'`. */
  pick: (value, names, work) => {
    const fields = names.map((name) => readField(name, work));
    const flat = fields.filter(({ name }) => !isPath(name));
    const nested: { take: TakePart; place: Place }[] = [];
    for (const { take, name } of fields) {
      if (!isPath(name)) continue;
      const place = readTarget(name);
      if (place instanceof FilterProblem) return place;
      nested.push({ take, place });
    }
    const pickOf = (item: unknown) => {
      let made: unknown = Object.fromEntries(
        flat.map(({ take, name }): [string, unknown] => [name, take(item) ?? null]),
      );
      for (const { take, place } of nested) {
        made = putAt(made, place, take(item) ?? null, work);
        if (made instanceof FilterProblem) return made;
      }
      return made;
    };
    return Array.isArray(value) ? ofEach(value, pickOf, work) : pickOf(value);
  },
  /** Sets a field: `set: 'tenant', trigger.tenant`, `set: '.attributes.type', 'Contact'`. */
  set: (value, [target, field], work) => {
    const name = readText(target, work);
    const place = name instanceof FilterProblem ? name : readTarget(name);
    if (place instanceof FilterProblem) return place;
    const setOf = (item: unknown) => (isObject(item) ? putAt(item, place, field ?? null, work) : needsObject);
    return Array.isArray(value) ? ofEach(value, setOf, work) : setOf(value ?? {});
  },
} satisfies Record<string, ApplyFilter>;

/** The names, and the places in lists, that lead to a field. */
type Place = readonly (string | number)[];

/** How deep a field may be. */
const deepest = 20;

/** Checks whether a field's target is written as a path. Some APIs have names that begin with a dollar sign, such as `$email`. */
function isPath(target: string): boolean {
  return /^(?:\.|\$[.[])/.test(target);
}

/** Reads where a field goes: a name or, with a dot in front, a path to one place. */
function readTarget(name: string): Place | FilterProblem {
  if (!isPath(name)) return [name];
  const path = findPath(name);
  const isPlace = path?.kind === 'one' && path.segments.length > 0 && path.segments.length <= deepest;
  return isPlace
    ? path.segments
    : new FilterProblem(
        `needs a name or a path to one place, such as .properties.email, in place of ${name}`,
      );
}

/**
 * Returns a copy of a value with a field in it. What is missing on the way becomes an object, or before a number a list. A
 * problem where something else is in the way, and for a place that would leave others of a list empty.
 */
function putAt(into: unknown, [first, ...rest]: Place, field: unknown, work: FilterWork): unknown {
  if (first === undefined) return field;
  if (typeof first === 'number') {
    const list: unknown = into ?? [];
    if (!Array.isArray(list) || first < 0 || first > list.length) return inTheWay;
    if (!spend(work, (list.length + 1) * copySteps)) return undefined;
    const made = putAt(list[first], rest, field, work);
    return made instanceof FilterProblem ? made : [...list.slice(0, first), made, ...list.slice(first + 1)];
  }
  const object = into ?? {};
  if (!isObject(object)) return inTheWay;
  if (!spend(work, (listPropertyNames(object).length + 1) * copySteps)) return undefined;
  const made = putAt(Object.hasOwn(object, first) ? object[first] : undefined, rest, field, work);
  if (made instanceof FilterProblem) return made;
  const copy = { ...object };
  // An assignment to `__proto__` would make no property.
  Object.defineProperty(copy, first, { value: made, writable: true, enumerable: true, configurable: true });
  return copy;
}

const inTheWay = new FilterProblem('cannot put a field where another value is, or behind the end of a list');
