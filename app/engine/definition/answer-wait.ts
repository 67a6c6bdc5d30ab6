// A wait that a person or another system ends, by an address that the run has sent. The answer is a variable of the run.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { VariableName } from '../schema/variable-name';
import { WaitSeconds } from './wait-seconds';

const lateEndings = ['error', 'continue'] as const;

export const answerLimits = { message: 2_000, choices: 6, choice: 40 } as const;

/** What a person presses when a wait names no choices, and what such an answer's choice is. */
export const onlyChoice = 'Continue';

const Choice = z
  .string({ error: 'A choice is a text' })
  .trim()
  .min(1, 'A choice cannot be empty')
  .max(answerLimits.choice, `A choice must be ${answerLimits.choice} characters or less`);

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

/** The choice that is meant, whatever its case; undefined for what is none. */
export function findChoice(wait: Pick<AnswerWait, 'choices'>, said: string): string | undefined {
  const key = said.trim().toLowerCase();
  return listChoices(wait).find((choice) => choice.toLowerCase() === key);
}
