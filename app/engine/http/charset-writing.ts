// Writes the text of a request in the charset that its content type names: a server that reads windows-1252 would otherwise read
// UTF-8 as other signs.
import { findCharset, findDeclaredLabel, findEncoding, keepsAscii, mendWindows1252 } from './charset';

/** The bytes; or the first sign that the charset does not have, with the charset as it is named. */
type EncodedText =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'unwritable'; sign: string; charset: string };

/**
 * Encodes a text that is not sent as UTF-8: plain text, HTML or XML whose content type, or XML declaration, names another charset
 * (RFC 7303 §3). Undefined when it is sent as UTF-8, as JSON always is (RFC 8259 §8.1), and when its charset is unknown. In XML a
 * sign that the charset does not have is written as a character reference.
 */
export function encodeText(text: string, contentType: string | undefined): EncodedText | undefined {
  const isXml = /^[^;]+[/+]xml\b/i.test(contentType ?? '');
  if (!isXml && !/^text\/(?!json\b)/i.test(contentType ?? '')) return undefined;
  const charset = findCharset(contentType) ?? (isXml ? findDeclaredLabel(text.slice(0, 200)) : undefined);
  const encoding = findEncoding(charset);
  if (charset === undefined || encoding === undefined || encoding === 'utf-8') return undefined;
  const hasAscii = keepsAscii(charset);
  if (hasAscii && /^\p{ASCII}*$/u.test(text)) return undefined;
  const byteOf = listBytes(charset, encoding);
  const writable = isXml && hasAscii ? writeReferences(text, byteOf) : text;
  const bytes = new Uint8Array(writable.length);
  for (let at = 0; at < writable.length; at += 1) {
    const byte = hasAscii ? byteOf(writable.charCodeAt(at)) : undefined;
    if (byte === undefined) return { kind: 'unwritable', sign: readSign(writable, at), charset };
    bytes[at] = byte;
  }
  return { kind: 'bytes', bytes };
}

/** Returns the byte for a UTF-16 unit; undefined when the charset has none, or more than one byte for it. */
type ByteOf = (unit: number) => number | undefined;

/** The number of signs of ASCII, and of bytes above it. */
const half = 0x80;

/**
 * Lists the bytes of a charset. Of several labels that mean windows-1252 in browsers, only those that say so have the signs from
 * 0x80 to 0x9F: other readers know none there.
 */
function listBytes(charset: string, encoding: string): ByteOf {
  const high = Uint8Array.from({ length: half }, (_, index) => half + index);
  const decoded = new TextDecoder(encoding).decode(high);
  const signs = encoding === 'windows-1252' ? mendWindows1252(decoded) : decoded;
  const known = new Map<number, number>();
  const first = /ascii/i.test(charset) ? half : /iso|latin/i.test(charset) ? 0x20 : 0;
  // A charset with several bytes for a sign decodes them to fewer signs.
  for (let index = signs.length === half ? first : half; index < half; index += 1) {
    if (signs[index] !== '\ufffd') known.set(signs.charCodeAt(index), half + index);
  }
  return (unit) => (unit < half ? unit : known.get(unit));
}

/** Writes the signs without a byte as character references (XML 1.0 §4.1); outside of a CDATA section, where they are none. */
function writeReferences(text: string, byteOf: ByteOf): string {
  let isData = false;
  return text.replace(/<!\[CDATA\[|\]\]>|\P{ASCII}/gu, (sign) => {
    if (sign.length > 2) isData = sign.startsWith('<');
    if (sign.length > 2 || (sign.length === 1 && byteOf(sign.charCodeAt(0)) !== undefined)) return sign;
    const reference = `&#${readSign(sign, 0).codePointAt(0)};`;
    return isData ? `]]>${reference}<![CDATA[` : reference;
  });
}

/** Returns the sign at a place; half of a pair is a sign that cannot be read. */
function readSign(text: string, at: number): string {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return /\p{Cs}/u.test(sign) ? '\ufffd' : sign;
}
