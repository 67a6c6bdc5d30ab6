// Fields of a URL-encoded form. Percent-encoding is decoded to bytes before the bytes become text, since forms also come in
// other charsets than UTF-8. A body is read once: the language's own tools take seconds for a megabyte of short fields.
import { isUtf8 } from 'node:buffer';
import { createDecode, isUtf8Possible } from '~/engine/http/charset';

/** The limit of fields of one form. */
export const maxFields = 10_000;

type Field = [name: Buffer, value: Buffer];

const signs = { ampersand: 0x26, equals: 0x3d, plus: 0x2b, percent: 0x25, space: 0x20 };

/** Returns the decoded fields of an `application/x-www-form-urlencoded` body (WHATWG URL §5.1); undefined beyond 10,000. */
export function splitFields(body: Buffer): Field[] | undefined {
  const fields: Field[] = [];
  for (let start = 0; start < body.length;) {
    const found = body.indexOf(signs.ampersand, start);
    const end = found < 0 ? body.length : found;
    if (end > start) {
      if (fields.length === maxFields) return undefined;
      const pair = body.subarray(start, end);
      const middle = pair.indexOf(signs.equals);
      const name = middle < 0 ? pair : pair.subarray(0, middle);
      fields.push([decode(name), decode(middle < 0 ? pair.subarray(0, 0) : pair.subarray(middle + 1))]);
    }
    start = end + 1;
  }
  return fields;
}

/**
 * Decodes the fields as UTF-8 when all bytes are valid, else in the charset of the field `_charset_` (HTML §4.10.21.5), of the
 * content type, or of the field `charset`, which payment services use. Returns undefined when that fails.
 */
export function decodeFields(fields: Field[], charset: string | undefined): [string, string][] | undefined {
  const isOfUtf8 = isUtf8Possible(charset) && fields.flat().every((bytes) => isUtf8(bytes));
  if (isOfUtf8) return fields.map(([name, value]) => [name.toString(), value.toString()]);
  const named = (wanted: string) =>
    fields.find(([name]) => name.toString('latin1') === wanted)?.[1].toString('latin1');
  const toText = createDecode(named('_charset_') ?? charset ?? named('charset'));
  const texts: [string, string][] = [];
  for (const field of fields) {
    const [name, value] = field.map(toText);
    if (name === undefined || value === undefined) return undefined;
    texts.push([name, value]);
  }
  return texts;
}

/** Returns the decoded bytes: a plus is a space, and a percent sign with two digits is a byte (WHATWG URL §1.3). */
function decode(part: Buffer): Buffer {
  if (!part.includes(signs.percent) && !part.includes(signs.plus)) return part;
  const decoded = Buffer.allocUnsafe(part.length);
  let length = 0;
  for (let at = 0; at < part.length; at += 1) {
    const byte = part[at] ?? 0;
    const code = byte === signs.percent ? readHex(part, at + 1) : -1;
    decoded[length] = code >= 0 ? code : byte === signs.plus ? signs.space : byte;
    length += 1;
    if (code >= 0) at += 2;
  }
  return decoded.subarray(0, length);
}

/** Returns the byte that two hexadecimal digits stand for; -1 for other characters. */
function readHex(part: Buffer, at: number): number {
  const [high, low] = [readDigit(part[at]), readDigit(part[at + 1])];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function readDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
