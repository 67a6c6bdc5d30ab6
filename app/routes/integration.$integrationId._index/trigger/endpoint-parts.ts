import type { EndpointForm } from '../form/editor-form';

/** The fields of a webhook by the group that shows them. */
export const endpointParts = {
  sender: [
    'scheme',
    'readAs',
    'algorithm',
    'encoding',
    'header',
    'prefix',
    'signed',
    'timestamp',
    'signedTime',
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
} as const satisfies Record<string, readonly (keyof EndpointForm)[]>;
