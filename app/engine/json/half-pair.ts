// JSON can hold half of a surrogate pair, as `"\ud800"`. No encoding can store or send it, so another sign would take its place.

/** What is said of a text that {@link holdsHalfPair}. */
export const halfPairText = 'The body holds half of a surrogate pair, as \\ud800, which is no character.';

/** Whether a string of this JSON text, which was decoded from UTF-8, is written with half of a surrogate pair. */
export function holdsHalfPair(json: string): boolean {
  // Two on, so that the second of two backslashes begins nothing.
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + 2)) {
    if (json[at + 1] !== 'u') continue;
    const unit = Number.parseInt(json.slice(at + 2, at + 6), 16);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit >= 0xdc00 || !/^\\u[dD][c-fC-F]/.test(json.slice(at + 6, at + 10))) return true;
    at += 6;
  }
  return false;
}

/** The text with the replacement character for each half of a pair (WHATWG Encoding). */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The same of each text in a value of texts, numbers, truth values, lists and objects; names of properties stay. */
export function replaceHalfPairs<Value>(value: Value): Value;
export function replaceHalfPairs(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceHalfPairs(item));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceHalfPairs(inner)]));
}
