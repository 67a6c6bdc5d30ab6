import type { DoorForm } from '../form/editor-form';

/** Which fields of a webhook's door stand together. */
export const doorParts = {
  sender: [
    'scheme',
    'readAs',
    'algorithm',
    'encoding',
    'header',
    'prefix',
    'signed',
    'timestamp',
    'toleranceSeconds',
    'key',
    'path',
    'name',
    'jwksUrl',
    'issuer',
    'bodyClaim',
    'claim',
    'claimValue',
    'username',
  ],
  answer: ['respond', 'status', 'contentType', 'answerHeaders', 'body', 'afterCallId', 'waitSeconds'],
  delivery: [
    'handshake',
    'deliveryKey',
    'keyName',
    'keyHours',
    'failedKey',
    'onlyRunIf',
    'methods',
    'allowFrom',
  ],
} as const satisfies Record<string, readonly (keyof DoorForm)[]>;
