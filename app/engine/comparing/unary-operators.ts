/** The operators that compare with nothing. Apart from the others, since browsers read them without the validation library. */
export const unaryOperators: ReadonlySet<string> = new Set([
  'exists',
  'not_exists',
  'is_empty',
  'is_not_empty',
]);
