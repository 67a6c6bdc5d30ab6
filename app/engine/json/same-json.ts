/**
 * Checks whether two values have the same JSON text, without writing it: for a definition of megabytes, that would hold the
 * event loop for tens of milliseconds. As in the text, the order of an object's fields counts, and undefined fields do not.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isPlain(one) || !isPlain(other)) return JSON.stringify(one) === JSON.stringify(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    // In a list, JSON writes null for undefined.
    return (
      one.length === other.length &&
      one.every((item, index) => isSameJson(item ?? null, other[index] ?? null))
    );
  }
  if (Array.isArray(one) || Array.isArray(other)) return false;
  const fields = listFields(one);
  const others = listFields(other);
  return (
    fields.length === others.length &&
    fields.every(([name, value], index) => name === others[index]?.[0] && isSameJson(value, others[index][1]))
  );
}

/** Checks whether JSON writes a value by its entries, and not as a text, a number or by a method of its own. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

function listFields(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}
