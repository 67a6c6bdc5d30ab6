// What a sender's body means. JSON is kept as the text that came, so that its digits and order are never touched.
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
  | { kind: 'too-deep' }
  | { kind: 'unsupported' };

/**
 * Reads a webhook body: JSON (`application/json`, `+json`), forms (RFC: WHATWG URL §5; a repeated name becomes
 * a list) and text. Without a content type, and in a form, a body that begins like JSON is taken for JSON; plain
 * text is, too, when it is JSON, since several senders name no better type.
 */
export function readPayload(body: Buffer, contentType: string | undefined): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // Some senders begin with a byte order mark, which a receiver may ignore (RFC 8259 §8.1).
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  const isJson = type === 'application/json' || type.endsWith('+json') || type === 'text/json';
  if (isJson) return readJson(text);
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (type === 'application/x-www-form-urlencoded') return looksLikeJson ? readJson(text) : readForm(text);
  if (type === '') return looksLikeJson ? readJson(text) : toPayload(text);
  if (type === 'text/plain' && looksLikeJson) {
    const payload = readJson(text);
    return payload.kind === 'unparsable' ? toPayload(text) : payload;
  }
  if (type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml')) return toPayload(text);
  return { kind: 'unsupported' };
}

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
  const fields = new URLSearchParams(text);
  const entries = [...new Set(fields.keys())].map((name) => {
    const values = fields.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  });
  return toPayload(Object.fromEntries(entries));
}

function toPayload(value: unknown): Payload {
  return { kind: 'payload', json: JSON.stringify(value), value };
}
