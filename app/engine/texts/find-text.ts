// Finds one text in another when whoever sends a delivery may choose both.

/** The greatest length that `indexOf` searches for in steps that do not grow with the length, whatever the text. */
const quickLength = 64;

/**
 * Returns where a text has a part, at or behind `from`; -1 when it has none. `indexOf` compares a long part again at each place
 * where it nearly is, for seconds to minutes; this reads the text once (Knuth, Morris and Pratt).
 */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= quickLength) return text.indexOf(part, from);
  if (part.length > text.length - from) return -1;
  const borders = listBorders(part);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    matched = extend(part, borders, matched, text.charCodeAt(at));
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

export function hasText(text: string, part: string): boolean {
  return findText(text, part) !== -1;
}

/** Splits a text like `split`, into at most `most` pieces. */
export function splitText(text: string, separator: string, most = Infinity): string[] {
  if (separator.length <= quickLength) return text.split(separator, most === Infinity ? undefined : most);
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length < most) {
    const at = findText(text, separator, from);
    pieces.push(text.slice(from, at === -1 ? undefined : at));
    if (at === -1) break;
    from = at + separator.length;
  }
  return pieces;
}

/** Returns, for each beginning of a part, how long the greatest shorter beginning is that it also ends with. */
function listBorders(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  for (let at = 1, matched = 0; at < part.length; at += 1) {
    matched = extend(part, borders, matched, part.charCodeAt(at));
    borders[at] = matched;
  }
  return borders;
}

/** Returns how many characters of the part match once the next character is read. */
function extend(part: string, borders: Int32Array, matched: number, next: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== next) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === next ? length + 1 : length;
}
