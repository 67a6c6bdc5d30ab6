// The names of large objects, which V8 puts into order each time that it is asked for them.

/** Of an object with so many properties they are kept: they take milliseconds. */
const large = 1000;

const known = new WeakMap<object, readonly string[]>();

/**
 * The names of a value's properties, in their order. Values that were read from JSON are not changed any more, and the
 * conditions of a step ask for the names of the same one again and again.
 */
export function listPropertyNames(value: object): readonly string[] {
  const kept = known.get(value);
  if (kept) return kept;
  const names = Object.keys(value);
  if (names.length >= large) known.set(value, names);
  return names;
}
