// CloudEvents 1.0 over HTTP: in the binary mode the attributes are headers beside the data; here they become the structured
// mode, so that a chain reads one shape whichever mode its sender chose. Structured and batched events are that already.
import type { Payload } from './payload-outcome';

/** A field of a structured event is at most so long here; more is no attribute. */
const maxAttributeLength = 1_024;

/**
 * The payload as a structured event (CloudEvents HTTP binding §3.1, JSON format §3); as it is when no `ce-specversion`
 * came with it. Data that is neither JSON nor text stands in `data_base64`.
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

/** HTTP binding §3.1.3.2. */
function decodeAttribute(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    return value;
  }
}
