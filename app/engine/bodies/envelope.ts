// Opens the envelopes of queues, which hold a message as text inside JSON: Amazon SNS in `Message`, Google Pub/Sub as base64 in
// `message.data`. A run can then read the message by paths, with exact numbers.
import { stringifyJson } from '../json/json';
import { type InParts, isJsonInParts } from '../json/json-parts';

type Fields = Record<string, unknown>;

/** Returns the JSON text with its message opened, as JSON if it is an object or list; undefined without an envelope. */
export function* openEnvelope(value: unknown): InParts<string | undefined> {
  if (!isObject(value)) return undefined;
  // https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
  if (typeof value.Message === 'string' && typeof value.TopicArn === 'string') {
    return write(value, 'Message', yield* readText(value.Message));
  }
  // https://cloud.google.com/pubsub/docs/push
  const { message } = value;
  if (!isObject(message) || typeof message.data !== 'string') return undefined;
  const text = decodeBase64(message.data);
  return text === undefined
    ? undefined
    : write(value, 'message', write(message, 'data', yield* readText(text)));
}

/** Writes an object with the JSON text of one field replaced; an envelope itself has only texts and small numbers. */
function write(fields: Fields, name: string, json: string): string {
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${JSON.stringify(key)}:${key === name ? json : stringifyJson(value)}`,
  );
  return `{${pairs.join(',')}}`;
}

function* readText(text: string): InParts<string> {
  return /^\s*[[{]/.test(text) && (yield* isJsonInParts(text)) ? text : JSON.stringify(text);
}

/** Decodes base64 to text; undefined when it is not base64, or its bytes are not UTF-8. */
function decodeBase64(text: string): string | undefined {
  try {
    const signs = atob(text);
    const bytes = new Uint8Array(signs.length);
    // A loop, since for a megabyte a function call for each character would take a tenth of a second.
    for (let index = 0; index < signs.length; index += 1) bytes[index] = signs.charCodeAt(index);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
