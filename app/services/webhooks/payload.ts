// What a sender's body means. JSON is kept as the text that came, so that its digits and order are never touched.
import { decodeBody, findCharset, findMark, isUtf8Possible } from '~/engine/http/charset';
import { isNestedDeeperThan } from '~/engine/json/json';
import { readFields } from './form-fields';
import { limits } from '~/engine/schema/limits';

export type Payload =
  | {
      kind: 'payload';
      /** JSON text. */
      json: string;
      /** The same, parsed; its numbers may have lost digits. */
      value: unknown;
    }
  | { kind: 'unparsable' }
  | { kind: 'not-utf8' }
  | { kind: 'too-deep' }
  | { kind: 'unsupported' };

/**
 * Reads a webhook body: JSON (`application/json`, `+json`), forms (RFC: WHATWG URL §5; a repeated name becomes
 * a list) and text. Without a content type, and in a form, a body that begins like JSON is taken for JSON; plain
 * text is, too, when it is JSON, since several senders name no better type. For charsets see `decodeBody`
 * and `readFields`; `not-utf8`: it is neither UTF-8 nor valid in the charset that it names.
 */
export function readPayload(body: Buffer, contentType: string | undefined): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type.endsWith('+json') || type === 'text/json';
  const isText = type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml');
  if (!isJson && !isText && type !== '' && type !== formType) return { kind: 'unsupported' };
  const charset = findCharset(contentType);
  // The bytes of a form are text only once what percent-encoding stands for is among them.
  if (type === formType && isUtf8Possible(findMark(body) ?? charset)) return readForm(body, charset);
  // What stands for other bytes must not be stored in their place: what is not valid is rejected.
  const text = decodeBody(body, charset);
  if (text === undefined) return { kind: 'not-utf8' };
  if (isJson) return readJson(text);
  if (type === formType) return readForm(Buffer.from(text), undefined);
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (type === '') return looksLikeJson ? readJson(text) : toPayload(text);
  if (type === 'text/plain' && looksLikeJson) {
    const payload = readJson(text);
    return payload.kind === 'unparsable' ? toPayload(text) : payload;
  }
  return toPayload(text);
}

const formType = 'application/x-www-form-urlencoded';

function readJson(text: string): Payload {
  if (text.trim() === '') return { kind: 'payload', json: 'null', value: null };
  if (isNestedDeeperThan(text, limits.payloadDepth)) return { kind: 'too-deep' };
  try {
    return { kind: 'payload', json: text, value: JSON.parse(text) };
  } catch {
    return { kind: 'unparsable' };
  }
}

function readForm(body: Buffer, charset: string | undefined): Payload {
  const text = decodeBody(body, charset);
  if (text !== undefined && /^\s*[[{]/.test(text)) return readJson(text);
  const found = readFields(body, charset);
  if (!found) return { kind: 'not-utf8' };
  const fields = new Map<string, string[]>();
  for (const [name, value] of found) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  const entries = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  return toPayload(Object.fromEntries(entries));
}

function toPayload(value: unknown): Payload & { kind: 'payload' } {
  return { kind: 'payload', json: JSON.stringify(value), value };
}
