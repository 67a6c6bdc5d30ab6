import { notUtf8Text } from '~/engine/http/charset';
import { limits } from '~/engine/schema/limits';
import { parseJson } from '~/engine/json/json';
import type { Problem } from '~/problem';

/** What has become of a body: the payload, or why there is none. */
export type Payload =
  | {
      kind: 'payload';
      /** JSON text. */
      json: string;
      /** The same, parsed; its numbers may have lost digits, unless it `isExact`. */
      value: unknown;
      isExact?: true;
    }
  | Unread;

/** The value of a payload with all its digits. What is large was parsed so, and is not parsed once more. */
export function readExact(payload: Extract<Payload, { kind: 'payload' }>): unknown {
  return payload.isExact ? payload.value : parseJson(payload.json);
}

/** There is no payload. */
export type Unread =
  | { kind: 'unparsable'; message?: string }
  | { kind: 'too-large'; message: string }
  | { kind: 'not-utf8' }
  | { kind: 'too-deep' }
  | { kind: 'unsupported' };

/** Of CloudEvents alone: elsewhere what is no text is a file. */
const unsupportedText =
  'Send a CloudEvent, JSON, a form, XML or text, or let the trigger read bodies by their type or as a file.';

/** What the sender is answered. */
export function toProblem(unread: Unread): Problem {
  switch (unread.kind) {
    case 'unparsable':
      return { kind: 'unparsable', message: unread.message ?? 'The body is not valid JSON.' };
    case 'not-utf8':
      return { kind: 'unparsable', message: notUtf8Text };
    case 'too-deep':
      return {
        kind: 'invalid',
        message: `The body is nested more than ${limits.payloadDepth} levels deep.`,
      };
    case 'unsupported':
      return { kind: 'not-json', message: unsupportedText };
    case 'too-large':
      return unread;
  }
}
