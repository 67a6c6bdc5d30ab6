// Caches the names of large objects, which V8 sorts on each request.

/** The number of properties from which names are cached: listing them takes milliseconds. */
const large = 1000;

const known = new WeakMap<object, readonly string[]>();

/** Checks whether V8 lists a name before all that are no index, whenever it was added. */
export function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Keeps the names of an object that was built by adding these one after the other, no index among them: V8 need not sort them. */
export function keepPropertyNames(value: object, names: readonly string[]): void {
  if (names.length >= large) known.set(value, names);
}

/**
 * Lists the names of a value's properties, in order. Values from JSON never change after parsing, and the conditions of a step
 * ask for the same names repeatedly.
 */
export function listPropertyNames(value: object): readonly string[] {
  const kept = known.get(value);
  if (kept) return kept;
  const names = Object.keys(value);
  if (names.length >= large) known.set(value, names);
  return names;
}
