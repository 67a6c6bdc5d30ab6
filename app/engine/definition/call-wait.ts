// A wait before a call: for a while, or until a time. Nothing runs meanwhile.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';

const kinds = ['duration', 'until'] as const;

/** In seconds; also of the time that a run waits until. */
export const waitBounds = { min: 1, max: 30 * 24 * 3600 } as const;

const secondsMessage = `Write a whole number of seconds from ${waitBounds.min} to ${waitBounds.max.toLocaleString('en')}, which is 30 days`;

const WaitSeconds = z
  .number({ error: secondsMessage })
  .int(secondsMessage)
  .min(waitBounds.min, secondsMessage)
  .max(waitBounds.max, secondsMessage);

export const CallWait = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('duration'), seconds: WaitSeconds }),
    /** Until the time that a text with placeholders comes to, in ISO 8601 or in seconds or milliseconds since 1970. */
    z.object({
      kind: z.literal('until'),
      at: z
        .string({ error: 'Write the time to wait until' })
        .trim()
        .min(1, 'Write the time to wait until')
        .max(500, 'The time to wait until must be 500 characters or less'),
    }),
  ],
  { error: describeChoice('What is waited for', kinds) },
);
export type CallWait = z.infer<typeof CallWait>;

/** What of a wait has placeholders. */
export function listWaitTexts(wait: CallWait | undefined): string[] {
  return wait?.kind === 'until' ? [wait.at] : [];
}

const units: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `2 hours`, `1 day 30 minutes`. */
export function describeSeconds(seconds: number): string {
  let left = Math.round(seconds);
  const words: string[] = [];
  for (const [size, name] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) words.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return words.join(' ') || '0 seconds';
}
