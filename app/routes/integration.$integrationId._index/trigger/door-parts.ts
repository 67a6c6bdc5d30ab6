import type { DoorForm } from '../form/editor-form';

/** Which fields of a webhook's door stand in which fold. */
export const doorParts = {
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
