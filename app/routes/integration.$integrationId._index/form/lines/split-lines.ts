/** How many lines of one field are read: four times the entries of the longest list that such a field may hold. */
const maxLines = 200;

/**
 * Splits a field into its lines. Each press of a button reads some fields again for each call, so no more than 200 lines are read.
 *
 * @returns `beyond`: the number of the first line that is not read, if there is one
 */
export function splitLines(text: string): { lines: string[]; beyond: number[] } {
  const lines = text.split(/\r\n|\r|\n/, maxLines + 1);
  if (lines.length <= maxLines) return { lines, beyond: [] };
  return { lines: lines.slice(0, maxLines), beyond: [maxLines + 1] };
}
