// JSON can write half of a surrogate pair, as `"\ud800"`, which no encoding has: stored or sent, another sign stands there.

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
