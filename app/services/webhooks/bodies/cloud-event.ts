// CloudEvents 1.0 over HTTP. In the binary mode, the attributes are headers beside the data. This file turns them into the
// structured mode, so that a chain reads one shape for both modes. Structured and batched events have that shape already.
import type { Payload } from './payload-outcome';

/** The longest header that is taken for an attribute, in characters. */
const maxAttributeLength = 1_024;

/**
 * Returns the payload as a structured event (CloudEvents HTTP binding §3.1, JSON format §3); unchanged when the request has no
 * `ce-specversion`. Data that is neither JSON nor text goes into `data_base64`.
 */
export function toStructuredEvent(
  headers: Iterable<[name: string, value: string]>,
  payload: Payload,
  body: Buffer,
): Payload {
  const attributes: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name === 'content-type') attributes.datacontenttype = value;
    else if (/^ce-(?!data$)[a-z0-9]{1,40}$/.test(name) && value.length <= maxAttributeLength)
      attributes[name.slice(3)] = decodeAttribute(value);
  }
  if (attributes.specversion === undefined || payload.kind === 'too-deep') return payload;
  const event = JSON.stringify(attributes).slice(0, -1);
  if (body.length === 0) return toPayload(`${event}}`);
  if (payload.kind === 'payload') {
    const json = `${event},"data":${payload.json}}`;
    if (!payload.isExact) return toPayload(json);
    return { kind: 'payload', json, value: { ...attributes, data: payload.value }, isExact: true };
  }
  if (payload.kind === 'unparsable' || payload.kind === 'too-large') return payload;
  return toPayload(`${event},"data_base64":${JSON.stringify(body.toString('base64'))}}`);
}

function toPayload(json: string): Payload {
  return { kind: 'payload', json, value: JSON.parse(json) };
}

/** Decodes an attribute by HTTP binding §3.1.3.2. */
function decodeAttribute(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    return value;
  }
}
