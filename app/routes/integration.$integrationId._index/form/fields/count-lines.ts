/** How many lines of a field say something. */
export function countLines(text: string | undefined): number {
  return (text ?? '').split('\n').filter((line) => line.trim()).length;
}
