import { formatCount } from '~/engine/texts/format-count';
import { parseJson } from '~/engine/json/json';
import { limits } from '~/engine/schema/limits';
import { readPayload } from '~/services/webhooks/bodies/payload';

/** Reads JSON that the user typed as trigger data; an empty text is null. The limits of a delivery apply. */
export function readTriggerData(
  text: string,
  maxBytes: number,
): { kind: 'read'; triggerData: unknown } | { kind: 'wrong'; message: string } {
  const message = describeText(text, maxBytes);
  if (message) return { kind: 'wrong', message };
  return { kind: 'read', triggerData: text.trim() === '' ? null : parseJson(text) };
}

function describeText(text: string, maxBytes: number): string | undefined {
  const body = Buffer.from(text);
  if (body.length > maxBytes) return `Trigger data may have at most ${formatCount(maxBytes)} bytes.`;
  switch (readPayload(body, 'application/json').kind) {
    case 'unparsable':
      return 'Invalid JSON Format: Please check your JSON syntax and try again.';
    case 'too-deep':
      return `Trigger data may be nested at most ${limits.payloadDepth} levels deep.`;
    default:
      return undefined;
  }
}
