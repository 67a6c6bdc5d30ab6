/** Counts the lines of a field that are not blank. */
export function countLines(text: string | undefined): number {
  return (text ?? '').split('\n').filter((line) => line.trim()).length;
}
