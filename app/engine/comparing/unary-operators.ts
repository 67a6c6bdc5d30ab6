/** The operators that compare with nothing. They are apart, since browsers read them without the validation library. */
export const unaryOperators: ReadonlySet<string> = new Set([
  'exists',
  'not_exists',
  'is_empty',
  'is_not_empty',
]);
