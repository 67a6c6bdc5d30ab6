// Requests that answer the same for every address must not tell by their time whether the address has an account.
import { setTimeout as delay } from 'node:timers/promises';

/** In milliseconds: longer than the work for an account usually takes, and too short for a person to notice. */
export const evenMs = 50;

/** Returns what the work returns, no earlier than {@link evenMs} after it began. */
export async function takeEvenTime<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  const wait = delay(evenMs);
  try {
    return await work();
  } finally {
    await wait;
  }
}
