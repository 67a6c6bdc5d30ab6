// Finds half of a surrogate pair, like `"\ud800"`. JSON can hold it, but no encoding can send it unchanged.
import { finish, type InParts } from './json-parts';

/** The message about a text for which {@link holdsHalfPair} is true. */
export const halfPairText = 'The body holds half of a surrogate pair, as \\ud800, which is no character.';

/** The number of escapes that are looked at in one go, which takes some milliseconds at most. */
const partEscapes = 16 * 1024;

/** Checks whether this JSON text, decoded from UTF-8, has half of a surrogate pair as an escape. */
export function holdsHalfPair(json: string): boolean {
  return finish(holdsHalfPairInParts(json));
}

/** Checks the same in parts: megabytes of escapes block the event loop for a tenth of a second. */
export function* holdsHalfPairInParts(json: string): InParts<boolean> {
  let left = partEscapes;
  // By two, so that the second of two backslashes does not start an escape.
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + 2)) {
    left -= 1;
    if (left === 0) {
      yield;
      left = partEscapes;
    }
    const half = findHalf(json, at);
    if (half === undefined) continue;
    if (half === 'second' || findHalf(json, at + 6) !== 'second') return true;
    at += 6;
  }
  return false;
}

/**
 * Returns which half of a pair the escape at `at` is, if it is one: `\ud800` to `\udbff` come first, `\udc00` to `\udfff`
 * second. Looks at single signs, because cutting hundreds of thousands of escapes out takes a tenth of a second.
 */
function findHalf(json: string, at: number): 'first' | 'second' | undefined {
  if (json[at] !== '\\' || json[at + 1] !== 'u' || !isIn('dD', json[at + 2])) return undefined;
  if (isIn('89abAB', json[at + 3])) return 'first';
  return isIn('cdefCDEF', json[at + 3]) ? 'second' : undefined;
}

function isIn(signs: string, sign: string | undefined): boolean {
  return sign !== undefined && signs.includes(sign);
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
