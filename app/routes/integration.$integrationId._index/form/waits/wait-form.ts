import { z } from 'zod';

const text = z.string().default('');

/** What is waited for before a call; of the fields those count that its kind has. */
export const WaitForm = z.object({
  /** Empty: nothing is. */
  kind: text,
  /** How long, as a number of `unit`. */
  amount: text,
  unit: text,
  at: text,
  /** Of a wait for an answer; its choices stand between commas. */
  message: text,
  choices: text,
  saveAs: text,
  /** Empty: without an answer the run ends in error. */
  onTimeout: text,
});
export type WaitForm = z.infer<typeof WaitForm>;
