// Caches the names of large objects, which V8 sorts on each request.

/** The number of properties from which names are cached: listing them takes milliseconds. */
const large = 1000;

const known = new WeakMap<object, readonly string[]>();

/** Keeps the names of an object that was built by adding these one after the other, so that V8 need not sort them. */
export function keepPropertyNames(value: object, names: readonly string[]): void {
  // V8 lists indexes first.
  if (names.length >= large && !names.some((name) => index.test(name))) known.set(value, names);
}

const index = /^\d+$/;

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
