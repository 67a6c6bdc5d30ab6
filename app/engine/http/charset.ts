// Decodes bytes in the charset that a content type names, by the WHATWG Encoding Standard: a byte order mark wins over the
// label, and `iso-8859-1` means windows-1252, as it does in each browser.

/** The code points of windows-1252 for the bytes 0x80 to 0x9F (its index in the Encoding Standard). */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** The byte that begins an XML declaration. */
const lessThan = 0x3c;

/** The message about a body that has to be UTF-8 and is not. */
export const notUtf8Text = 'The body is not valid UTF-8.';

/**
 * Decodes bytes in the charset of `contentType`, or else in that of their XML declaration (RFC 7303 §3). They are UTF-8 when
 * neither names a charset, or names one that does not exist. Returns undefined when they are invalid UTF-8. `truncated` bytes
 * may end inside a character, which is left out.
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
 * Decodes a body in the charset that its sender or its XML declaration names. JSON (RFC 8259 §8.1) and forms (WHATWG URL §5)
 * without a charset are UTF-8. Returns undefined when the body is invalid in its charset.
 */
export function decodeBody(bytes: Uint8Array, named: string | undefined): string | undefined {
  const marked = findMark(bytes);
  if (marked !== undefined) return decode(bytes, marked, { fatal: true });
  const charset = named ?? findDeclared(bytes);
  const text = isUtf8Possible(charset) ? decode(bytes, 'utf-8', { fatal: true }) : undefined;
  return text ?? decodeAs(bytes, charset);
}

/** Decodes bytes in this charset, UTF-8 if it does not exist, and heeds no byte order mark. Undefined for invalid bytes. */
export function decodeAs(bytes: Uint8Array, charset: string | undefined): string | undefined {
  return decode(bytes, findEncoding(charset) ?? 'utf-8', { fatal: true });
}

/** Creates {@link decodeAs} for many short texts, with one shared decoder. It is unusable after the first invalid text. */
export function createDecode(charset: string | undefined): (bytes: Uint8Array) => string | undefined {
  const encoding = findEncoding(charset) ?? 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => decode(bytes, encoding, { fatal: true }, decoder);
}

/**
 * Checks whether valid UTF-8 bytes may be UTF-8 although this charset is named. Frameworks name windows-1252 by default,
 * whatever they write, and in it such bytes would be one `Ã¶` after the other. In other charsets they may be words.
 */
export function isUtf8Possible(charset: string | undefined): boolean {
  const encoding = findEncoding(charset) ?? 'utf-8';
  return encoding === 'utf-8' || encoding === 'windows-1252';
}

/** Checks whether the characters that separate a form's fields are always the same bytes in this charset. */
export function keepsAscii(charset: string | undefined): boolean {
  return !/^(?:utf-16|iso-2022)/.test(findEncoding(charset) ?? 'utf-8');
}

/** Returns the `charset` parameter of a content type (RFC 9110 §8.3.2). */
export function findCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1];
}

/**
 * Returns the encoding that an XML declaration names (XML 1.0 §4.3.3). Bytes whose declaration can be read here are not UTF-16,
 * whatever it says: UTF-16 has a byte order mark.
 */
function findDeclared(bytes: Uint8Array): string | undefined {
  // Most bodies are no XML, and this is read for each of them.
  if (bytes[0] !== lessThan) return undefined;
  const encoding = findEncoding(findDeclaredLabel(String.fromCharCode(...bytes.subarray(0, 200))));
  return encoding?.startsWith('utf-16') ? undefined : encoding;
}

/** Returns the label of the charset that the XML declaration at the beginning of a text names. */
export function findDeclaredLabel(beginning: string): string | undefined {
  return /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1];
}

/** Returns the encoding's name by its label; undefined if none exists. Most senders who invent a label mean UTF-8. */
export function findEncoding(charset: string | undefined): string | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

/** Returns the encoding that a byte order mark names. */
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

/**
 * Mends windows-1252, which most releases of Node 20 to 24 decode as Latin-1 (nodejs/node#56542), with control characters. To
 * replace each by a function would take half a second for a long text that consists of them.
 */
export function mendWindows1252(text: string): string {
  if (!/[\x80-\x9f]/.test(text)) return text;
  const units = new Uint16Array(text.length);
  for (let at = 0; at < units.length; at += 1) {
    const unit = text.charCodeAt(at);
    units[at] = unit >= 0x80 && unit <= 0x9f ? windows1252.charCodeAt(unit - 0x80) : unit;
  }
  return utf16.decode(units);
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A decoder that stopped inside a character remembers it, so only the decoding of whole texts shares one. */
function openDecoder(encoding: string, fatal: boolean, truncated: boolean): TextDecoder {
  return encoding === 'utf-8' && fatal && !truncated ? utf8 : new TextDecoder(encoding, { fatal });
}
