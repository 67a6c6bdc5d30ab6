import { notUtf8Text } from '~/engine/http/charset';
import { limits } from '~/engine/schema/limits';
import { parseJson } from '~/engine/json/json';
import type { Problem } from '~/problem';

/** The result of reading a body: the payload, or why there is none. */
export type Payload =
  | {
      kind: 'payload';
      /** The JSON text. */
      json: string;
      /** The parsed `json`. Its numbers may have lost digits unless `isExact`. */
      value: unknown;
      isExact?: true;
    }
  | Unread;

/** Returns the value of a payload with all its digits. A large payload was parsed that way already and is not parsed again. */
export function readExact(payload: Extract<Payload, { kind: 'payload' }>): unknown {
  return payload.isExact ? payload.value : parseJson(payload.json);
}

export const notJsonText = 'The body is not valid JSON.';

/** Why there is no payload. */
export type Unread =
  | { kind: 'unparsable'; message?: string }
  | { kind: 'too-large'; message: string }
  | { kind: 'not-utf8' }
  | { kind: 'too-deep' }
  | { kind: 'unsupported' };

/** The message for CloudEvents only: elsewhere, a body that is not text becomes a file. */
const unsupportedText =
  'Send a CloudEvent, JSON, a form, XML or text, or let the trigger read bodies by their type or as a file.';

/** Returns the problem that the response gives the sender. */
export function toProblem(unread: Unread): Problem {
  switch (unread.kind) {
    case 'unparsable':
      return { kind: 'unparsable', message: unread.message ?? notJsonText };
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
