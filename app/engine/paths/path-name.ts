// Writes and reads the names in a path.

/** The pattern of a text in quotes, for an expression with the flag `s`. */
export const quoted = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;

/** The pattern of a character of an unquoted name: those of RFC 9535 §2.5.1.1, and digits, `-` and `$` at any place. */
export const nameSign = String.raw`[\w$\-\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]`;

const plainName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** Returns the segment for a name: `.id`, `['two words']`. */
export function spellName(name: string): string {
  return plainName.test(name) ? `.${name}` : `[${quoteName(name)}]`;
}

/** Writes a name in quotes, with the escapes that RFC 9535 §2.3.1.1 requires. */
export function quoteName(name: string): string {
  const escaped = name
    .replace(/['\\]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cs}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}

type Groups = Record<string, string | undefined>;

/** An escaped surrogate pair, the escape of another code unit, or a character behind a backslash. */
const escapes =
  /\\(?:u(?<high>d[89ab][\da-f]{2})\\u(?<low>d[c-f][\da-f]{2})|u(?<code>(?!d[89a-f])[\da-f]{4})|(?<letter>.))/gis;

const letters: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '/': '/',
  '\\': '\\',
};

/** Reads the name in a quoted text (RFC 9535 §2.3.1); undefined if it has an escape that does not exist. */
export function readQuoted(source: string): string | undefined {
  const inner = source.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  let isValid = true;
  const name = inner.replace(escapes, (...found: unknown[]) => {
    const { high, low, code, letter = '' } = found.at(-1) as Groups;
    if (high && low) return toSigns(high) + toSigns(low);
    if (code) return toSigns(code);
    const sign = letter === source[0] ? letter : letters[letter];
    isValid &&= sign !== undefined;
    return sign ?? '';
  });
  return isValid ? name : undefined;
}

function toSigns(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
