// A wait before a call: for a while, until a time, or for an answer from outside. Nothing runs meanwhile.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { AnswerWait } from './answer-wait';
import { WaitSeconds } from './wait-seconds';

const kinds = ['duration', 'until', 'answer'] as const;

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
    AnswerWait,
  ],
  { error: describeChoice('What is waited for', kinds) },
);
export type CallWait = z.infer<typeof CallWait>;

/** What of a wait has placeholders. */
export function listWaitTexts(wait: CallWait | undefined): string[] {
  if (wait?.kind === 'answer') return wait.message ? [wait.message] : [];
  return wait?.kind === 'until' ? [wait.at] : [];
}

/** What a text with placeholders of a wait is called. */
export function nameWaitText({ kind }: CallWait): string {
  return kind === 'answer' ? 'the message of the wait' : 'the time to wait until';
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
