// A wait before a call: for a duration, until a time, or for an answer from outside. Nothing runs meanwhile.
import { formatCount } from '../texts/format-count';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { VariableName } from '../schema/variable-name';

const kinds = ['duration', 'until', 'answer'] as const;

/** The bounds of a wait in seconds, also for a time that a run waits until. */
export const waitBounds = { min: 1, max: 30 * 24 * 3600 } as const;

/** The message names no unit, because a person chooses the unit in the form. */
const secondsMessage = 'Write how long to wait: from 1 second to 30 days, in whole seconds';

const WaitSeconds = z
  .number({ error: secondsMessage })
  .int(secondsMessage)
  .min(waitBounds.min, secondsMessage)
  .max(waitBounds.max, secondsMessage);

const lateEndings = ['error', 'continue'] as const;

export const answerLimits = { message: 2_000, choices: 6, choice: 40 } as const;

/** The label of the button when a wait has no choices, and the choice of such an answer. */
export const onlyChoice = 'Continue';

const Choice = z
  .string({ error: 'A choice is a text' })
  .trim()
  .min(1, 'A choice cannot be empty')
  .max(answerLimits.choice, `A choice must be ${answerLimits.choice} characters or less`);

/** A wait that a person or another system ends, at an address that the run has sent. The answer is a variable of the run. */
export const AnswerWait = z.object({
  kind: z.literal('answer'),
  /** The timeout. */
  seconds: WaitSeconds,
  /** The question to a person, with placeholders. */
  message: z
    .string()
    .trim()
    .max(answerLimits.message, `The message must be ${formatCount(answerLimits.message)} characters or less`)
    .optional(),
  /** The allowed choices. Without them, there is one button, and a program need not send a choice. */
  choices: z
    .array(Choice)
    .min(1, 'Write at least one choice')
    .max(answerLimits.choices, `A wait can have at most ${answerLimits.choices} choices`)
    .optional(),
  /** The variable for the answer; none by default. */
  saveAs: VariableName.optional(),
  /** The consequence when nobody answers in time; an error by default. */
  onTimeout: z
    .enum(lateEndings, { error: describeChoice('What happens without an answer', lateEndings) })
    .optional(),
});
export type AnswerWait = z.infer<typeof AnswerWait>;

/** The value of a wait's variable. */
export interface AnswerValue {
  /** `continued`: a person with access ended the wait early, which is not an answer. */
  outcome: 'answered' | 'continued' | 'timeout';
  /** The choice; null without an answer. */
  choice: string | null;
  /** Empty without a comment. */
  comment: string;
  /** The body of the answer, or the fields of a form; null without an answer. */
  body: unknown;
  /** The time in ISO 8601; null without an answer. */
  answeredAt: string | null;
}

/** Lists the possible choices of an answer. */
export function listAnswerChoices({ choices }: Pick<AnswerWait, 'choices'>): string[] {
  return choices ?? [onlyChoice];
}

/** Makes the answer that a test uses: the first choice. */
export function makeSampleAnswer(wait: Pick<AnswerWait, 'choices'>): AnswerValue {
  const [choice = ''] = listAnswerChoices(wait);
  return { outcome: 'answered', choice, comment: '', body: { choice }, answeredAt: null };
}

/** Finds a choice, ignoring case; undefined when it is not one of them. */
export function findChoice(wait: Pick<AnswerWait, 'choices'>, said: string): string | undefined {
  const key = said.trim().toLowerCase();
  return listAnswerChoices(wait).find((choice) => choice.toLowerCase() === key);
}

export const CallWait = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('duration'), seconds: WaitSeconds }),
    /** Waits until the time in a text with placeholders, in ISO 8601 or in seconds or milliseconds since 1970. */
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

/** Lists the texts of a wait that can have placeholders. */
export function listWaitTexts(wait: CallWait | undefined): string[] {
  if (wait?.kind === 'answer') return wait.message ? [wait.message] : [];
  return wait?.kind === 'until' ? [wait.at] : [];
}

/** Names the text of a wait that has placeholders. */
export function nameWaitText({ kind }: CallWait): string {
  return kind === 'answer' ? 'the message of the wait' : 'the time to wait until';
}

const units: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** Describes seconds: `2 hours`, `1 day 30 minutes`. */
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
