/**
 * Returns the classes of fields that belong to a choice: `whenChosen` shows them by CSS while the choice is made, also without
 * script. Fields with an error are always shown.
 */
export function showFor(field: { valid: boolean }, whenChosen: string): string {
  return field.valid ? `hidden ${whenChosen}` : '';
}
