/** Returns a text of at most `length` UTF-16 units, in whole characters; a text that was cut ends with `…`. */
export function truncate(text: string, length: number): string {
  return text.length > length ? `${cutWithoutMark(text, length - 1)}…` : text;
}

/** Cuts a text to at most `length` UTF-16 units, in whole characters, without a mark of the cut. */
export function cutWithoutMark(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
