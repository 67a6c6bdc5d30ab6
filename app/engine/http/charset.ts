// Bytes to text in the charset that a content type names, by the WHATWG Encoding Standard: a byte order mark wins over
// the label, and `iso-8859-1` means windows-1252, as it does in each browser.

/** The code points of windows-1252 for the bytes 0x80 to 0x9F (its index in the Encoding Standard). */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** What is said of a body that has to be UTF-8 and is not. */
export const notUtf8Text = 'The body is not valid UTF-8.';

/**
 * The text that `bytes` are in the charset of `contentType`, or in that of their XML declaration where it names none (RFC 7303 §3); UTF-8
 * where neither does, or one that does not exist.
 * Undefined when they are invalid UTF-8. `truncated` bytes may end inside a character, which is left out.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | undefined,
  truncated = false,
): string | undefined {
  const named = findMark(bytes) ?? findEncoding(findCharset(contentType));
  const declared = named === undefined ? findDeclared(bytes) : undefined;
  if (declared !== undefined && isUtf8Possible(declared)) {
    const text = decode(bytes, 'utf-8', { fatal: true, truncated });
    if (text !== undefined) return text;
  }
  const encoding = named ?? declared ?? 'utf-8';
  return decode(bytes, encoding, { fatal: encoding === 'utf-8', truncated });
}

/**
 * The text of a body in the charset that its sender names, or its XML declaration; JSON (RFC 8259 §8.1) and forms (WHATWG URL §5) without
 * one are UTF-8. Undefined when it is not valid in it.
 */
export function decodeBody(bytes: Uint8Array, named: string | undefined): string | undefined {
  const marked = findMark(bytes);
  if (marked !== undefined) return decode(bytes, marked, { fatal: true });
  const charset = named ?? findDeclared(bytes);
  const text = isUtf8Possible(charset) ? decode(bytes, 'utf-8', { fatal: true }) : undefined;
  return text ?? decodeAs(bytes, charset);
}

/** The text that `bytes` are in this charset, no mark looked at; UTF-8 where it does not exist. Undefined when they are invalid. */
export function decodeAs(bytes: Uint8Array, charset: string | undefined): string | undefined {
  return decode(bytes, findEncoding(charset) ?? 'utf-8', { fatal: true });
}

/** {@link decodeAs} of many short texts, for which one decoder is made. It is of no use any more once a text was invalid. */
export function createDecode(charset: string | undefined): (bytes: Uint8Array) => string | undefined {
  const encoding = findEncoding(charset) ?? 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => decode(bytes, encoding, { fatal: true }, decoder);
}

/**
 * Whether bytes that are valid UTF-8 are that, although this charset is named: frameworks name windows-1252 by default, whatever
 * is written, and in it such bytes would be one `Ã¶` after the other. Of other charsets they may be words.
 */
export function isUtf8Possible(charset: string | undefined): boolean {
  const encoding = findEncoding(charset) ?? 'utf-8';
  return encoding === 'utf-8' || encoding === 'windows-1252';
}

/** Whether the characters that part the fields of a form are the same bytes in this charset, wherever they stand. */
export function keepsAscii(charset: string | undefined): boolean {
  return !/^(?:utf-16|iso-2022)/.test(findEncoding(charset) ?? 'utf-8');
}

/** The `charset` parameter of a content type (RFC 9110 §8.3.2). */
export function findCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1];
}

/**
 * The encoding that an XML declaration names (XML 1.0 §4.3.3). Bytes in which it can be read are not UTF-16, whatever it says: that has
 * a byte order mark.
 */
function findDeclared(bytes: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 200));
  const label = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1];
  const encoding = findEncoding(label);
  return encoding?.startsWith('utf-16') ? undefined : encoding;
}

/** The encoding's name by its label; undefined for one that does not exist. Most who make one up mean UTF-8. */
function findEncoding(charset: string | undefined): string | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

/** The encoding that a byte order mark tells of. */
export function findMark(bytes: Uint8Array): string | undefined {
  const first = bytes[0];
  const second = bytes[1];
  const third = bytes[2];
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function decode(
  bytes: Uint8Array,
  encoding: string,
  { fatal, truncated = false }: { fatal: boolean; truncated?: boolean },
  decoder?: TextDecoder,
): string | undefined {
  try {
    const text = (decoder ?? openDecoder(encoding, fatal, truncated)).decode(bytes, { stream: truncated });
    return encoding === 'windows-1252' ? mendWindows1252(text) : text;
  } catch {
    return undefined;
  }
}

/** Most releases of Node 20 to 24 decode it as Latin-1 (nodejs/node#56542), which makes control characters of 27 signs. */
function mendWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (sign) => windows1252.charAt(sign.charCodeAt(0) - 0x80));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A decoder that was stopped inside a character remembers it, so only whole texts share one. */
function openDecoder(encoding: string, fatal: boolean, truncated: boolean): TextDecoder {
  return encoding === 'utf-8' && fatal && !truncated ? utf8 : new TextDecoder(encoding, { fatal });
}
