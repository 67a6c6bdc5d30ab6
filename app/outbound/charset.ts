// Bytes to text in the charset that a content type names, by the WHATWG Encoding Standard: a byte order mark wins over
// the label, and `iso-8859-1` means windows-1252, as it does in each browser.

/** The code points of windows-1252 for the bytes 0x80 to 0x9F (its index in the Encoding Standard). */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * The text that `bytes` are in the charset of `contentType`; UTF-8 where it names none, or one that does not exist.
 * Undefined when they are invalid UTF-8. `truncated` bytes may end inside a character, which is left out.
 */
export function decodeText(
  bytes: Buffer,
  contentType: string | undefined,
  truncated = false,
): string | undefined {
  const decoder = openDecoder(findMarked(bytes) ?? findCharset(contentType), truncated);
  if (decoder.encoding === 'windows-1252') return decodeWindows1252(bytes);
  try {
    return decoder.decode(bytes, { stream: truncated });
  } catch {
    return undefined;
  }
}

/** Most releases of Node 20 to 24 decode it as Latin-1 (nodejs/node#56542), which makes control characters of 27 signs. */
function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => windows1252.charAt(sign.charCodeAt(0) - 0x80));
}

/** The `charset` parameter of a content type (RFC 9110 §8.3.2). */
function findCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
}

function findMarked([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function openDecoder(charset: string | undefined, truncated: boolean): TextDecoder {
  try {
    const decoder = charset === undefined ? utf8 : new TextDecoder(charset);
    if (decoder.encoding !== 'utf-8') return decoder;
  } catch {
    // The sender made up a charset; most who do mean UTF-8.
  }
  // A decoder that was stopped inside a character remembers it.
  return truncated ? new TextDecoder('utf-8', { fatal: true }) : utf8;
}
