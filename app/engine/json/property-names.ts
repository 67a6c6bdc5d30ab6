// Caches the names of large objects, which V8 sorts on each request.

/** The number of properties from which names are cached: listing them takes milliseconds. */
const large = 1000;

const known = new WeakMap<object, readonly string[]>();

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
