// Finds half of a surrogate pair, like `"\ud800"`. JSON can hold it, but no encoding can send it unchanged.

/** The message about a text for which {@link holdsHalfPair} is true. */
export const halfPairText = 'The body holds half of a surrogate pair, as \\ud800, which is no character.';

/** Checks whether this JSON text, decoded from UTF-8, has half of a surrogate pair as an escape. */
export function holdsHalfPair(json: string): boolean {
  // By two, so that the second of two backslashes does not start an escape.
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + 2)) {
    if (json[at + 1] !== 'u') continue;
    const unit = Number.parseInt(json.slice(at + 2, at + 6), 16);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit >= 0xdc00 || !/^\\u[dD][c-fC-F]/.test(json.slice(at + 6, at + 10))) return true;
    at += 6;
  }
  return false;
}

/** Replaces each half of a pair by the replacement character (WHATWG Encoding). */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Does the same for each text in a value of texts, numbers, booleans, lists and objects; property names stay. */
export function replaceHalfPairs<Value>(value: Value): Value;
export function replaceHalfPairs(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceHalfPairs(item));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceHalfPairs(inner)]));
}
