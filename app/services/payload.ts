// What a sender's body means. JSON is kept as the text that came, so that its digits and order are never touched.
import { isUtf8 } from 'node:buffer';
import { isNestedDeeperThan } from '~/engine/json';

/** Deeper payloads are made to exhaust whoever walks them, not to say something. */
const maxDepth = 64;

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
 * text is, too, when it is JSON, since several senders name no better type.
 */
export function readPayload(body: Buffer, contentType: string | undefined): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type.endsWith('+json') || type === 'text/json';
  const isText = type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml');
  if (!isJson && !isText && type !== '' && type !== formType) return { kind: 'unsupported' };
  // What stands for other bytes must not be stored in their place.
  if (!isUtf8(body)) return { kind: 'not-utf8' };
  // Some senders begin with a byte order mark, which a receiver may ignore (RFC 8259 §8.1).
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  if (isJson) return readJson(text);
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (type === formType) return looksLikeJson ? readJson(text) : readForm(text);
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
  if (isNestedDeeperThan(text, maxDepth)) return { kind: 'too-deep' };
  try {
    return { kind: 'payload', json: text, value: JSON.parse(text) };
  } catch {
    return { kind: 'unparsable' };
  }
}

function readForm(text: string): Payload {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  const entries = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const payload = toPayload(Object.fromEntries(entries));
  // Undecodable bytes have become replacement characters by now, or the sender wrote such characters.
  return payload.json.includes('\ufffd') && !isUtf8(decodePercents(text)) ? { kind: 'not-utf8' } : payload;
}

/** The bytes that percent-encoding stands for (WHATWG URL §1.3). */
function decodePercents(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

function toPayload(value: unknown): Payload & { kind: 'payload' } {
  return { kind: 'payload', json: JSON.stringify(value), value };
}
