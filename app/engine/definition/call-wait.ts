// A wait before a call: for a while, until a time, or for an answer from outside. Nothing runs meanwhile.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { VariableName } from '../schema/variable-name';

const kinds = ['duration', 'until', 'answer'] as const;

/** In seconds; also of the time that a run waits until. */
export const waitBounds = { min: 1, max: 30 * 24 * 3600 } as const;

/** Forms take the length in a unit that the person chooses, so the message names none. */
const secondsMessage = 'Write how long to wait: from 1 second to 30 days, in whole seconds';

const WaitSeconds = z
  .number({ error: secondsMessage })
  .int(secondsMessage)
  .min(waitBounds.min, secondsMessage)
  .max(waitBounds.max, secondsMessage);

const lateEndings = ['error', 'continue'] as const;

export const answerLimits = { message: 2_000, choices: 6, choice: 40 } as const;

/** What a person presses when a wait names no choices, and what such an answer's choice is. */
export const onlyChoice = 'Continue';

const Choice = z
  .string({ error: 'A choice is a text' })
  .trim()
  .min(1, 'A choice cannot be empty')
  .max(answerLimits.choice, `A choice must be ${answerLimits.choice} characters or less`);

/** Ended by a person or another system, at an address that the run has sent; the answer is a variable of the run. */
export const AnswerWait = z.object({
  kind: z.literal('answer'),
  /** How long at most. */
  seconds: WaitSeconds,
  /** What a person is asked, with placeholders. */
  message: z
    .string()
    .trim()
    .max(
      answerLimits.message,
      `The message must be ${answerLimits.message.toLocaleString('en')} characters or less`,
    )
    .optional(),
  /** One of these has to be given; without them there is one button, and a program need not say any. */
  choices: z
    .array(Choice)
    .min(1, 'Write at least one choice')
    .max(answerLimits.choices, `A wait can have at most ${answerLimits.choices} choices`)
    .optional(),
  /** The variable that gets the answer; none unless it is there. */
  saveAs: VariableName.optional(),
  /** What becomes of the run when nobody has answered in time; an error unless said otherwise. */
  onTimeout: z
    .enum(lateEndings, { error: describeChoice('What happens without an answer', lateEndings) })
    .optional(),
});
export type AnswerWait = z.infer<typeof AnswerWait>;

/** What such a wait leaves behind as its variable. */
export interface AnswerValue {
  /** `continued`: a person with access let it last no longer, which is no answer. */
  outcome: 'answered' | 'continued' | 'timeout';
  /** Null without an answer. */
  choice: string | null;
  /** Empty when nothing was said. */
  comment: string;
  /** What was sent, of a form its fields; null without an answer. */
  body: unknown;
  /** ISO 8601; null without an answer. */
  answeredAt: string | null;
}

/** The choices that an answer has. */
export function listChoices({ choices }: Pick<AnswerWait, 'choices'>): string[] {
  return choices ?? [onlyChoice];
}

/** What a test takes in the place of an answer: the first choice. */
export function makeSampleAnswer(wait: Pick<AnswerWait, 'choices'>): AnswerValue {
  const [choice = ''] = listChoices(wait);
  return { outcome: 'answered', choice, comment: '', body: { choice }, answeredAt: null };
}

/** The choice that is meant, whatever its case; undefined for what is none. */
export function findChoice(wait: Pick<AnswerWait, 'choices'>, said: string): string | undefined {
  const key = said.trim().toLowerCase();
  return listChoices(wait).find((choice) => choice.toLowerCase() === key);
}

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
