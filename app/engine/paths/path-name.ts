// How a name is written in a path.

const plainName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** The segment for a name: `.id`, `['two words']`. */
export function spellName(name: string): string {
  return plainName.test(name) ? `.${name}` : `[${quoteName(name)}]`;
}

/** A name in quotes, with the escapes that RFC 9535 §2.3.1.1 asks for. */
export function quoteName(name: string): string {
  const escaped = name
    .replace(/['\\]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cs}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}
