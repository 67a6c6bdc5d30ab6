/** How many lines of one field are read: four times the entries of the longest list that such a field may hold. */
const maxLines = 200;

/**
 * Splits a field into its lines. Some fields are read again for each call of the chain, so only 200 lines are; beyond them comes
 * one line that no field can read, so that its number is reported.
 */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/, maxLines + 1);
  if (lines.length > maxLines) lines[maxLines] = '?';
  return lines;
}
