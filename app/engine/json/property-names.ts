// Caches the names of large objects, which V8 sorts on each request.

/** The number of properties from which names are cached: listing them takes milliseconds. */
const large = 1000;

const known = new WeakMap<object, readonly string[]>();

/** Checks whether JavaScript lists a name before all others, whenever it was added: an array index (ECMA-262 §6.1.7). */
export function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** Keeps the names of a new object, in the order in which JavaScript lists them: V8 need not sort them. */
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
