// Fields of a form in other charsets than UTF-8: what percent-encoding stands for is known as bytes before it is text.
import { isUtf8 } from 'node:buffer';
import { decodeAs, isUtf8Possible } from '~/engine/http/charset';

/**
 * The fields of an `application/x-www-form-urlencoded` body in their order (WHATWG URL §5.1): UTF-8 when they can be that,
 * else in the charset that the field `_charset_` names (HTML §4.10.21.5), the content type, or the field `charset`, by which
 * payment services tell theirs. Undefined when no text can be made of them.
 */
export function readFields(body: Buffer, charset: string | undefined): [string, string][] | undefined {
  const source = body.toString('latin1');
  const isUtf8First = isUtf8Possible(charset);
  if (isUtf8First && isUtf8(decodePercents(source))) {
    return [...new URLSearchParams(body.toString('utf8').replace(/^\ufeff/, ''))];
  }
  const fields = source
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')].map((part) => decodePercents(part.replaceAll('+', ' ')));
    });
  const named = (wanted: string) =>
    fields.find(([name]) => name?.toString('latin1') === wanted)?.[1]?.toString('latin1');
  const label = named('_charset_') ?? charset ?? named('charset');
  const texts: [string, string][] = [];
  for (const parts of fields) {
    const [name, value] = parts.map((bytes) => decodeAs(bytes, label));
    if (name === undefined || value === undefined) return undefined;
    texts.push([name, value]);
  }
  return texts;
}

/** The bytes that percent-encoding stands for (WHATWG URL §1.3), of text in which each sign is a byte. */
function decodePercents(source: string): Buffer {
  const decoded = source.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
