// Values at which a schema breaks off.

/**
 * Checks whether a schema broke off at a value. Of a value that is no text, zod compares the `length` all the same, and one such
 * as `{"length": {"toString": 1}}` cannot be compared. No code of ours makes a text or a number of an object.
 */
export function isUncomparable(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'Cannot convert object to primitive value';
}
