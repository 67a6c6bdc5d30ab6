import { z } from 'zod';

const text = z.string().default('');

/** The wait before a call; only the fields of the chosen kind count. */
export const WaitForm = z.object({
  /** Empty when the run does not wait. */
  kind: text,
  /** How long the run waits, as a number of `unit`. */
  amount: text,
  unit: text,
  at: text,
  /** The message of a wait for an answer. `choices` holds its choices, separated by commas. */
  message: text,
  choices: text,
  saveAs: text,
  /** Empty when the run ends in error without an answer. */
  onTimeout: text,
});
export type WaitForm = z.infer<typeof WaitForm>;
