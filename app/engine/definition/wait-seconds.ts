// How long a run may wait before a call.
import { z } from 'zod';

/** In seconds; also of the time that a run waits until. */
export const waitBounds = { min: 1, max: 30 * 24 * 3600 } as const;

const secondsMessage = `Write a whole number of seconds from ${waitBounds.min} to ${waitBounds.max.toLocaleString('en')}, which is 30 days`;

export const WaitSeconds = z
  .number({ error: secondsMessage })
  .int(secondsMessage)
  .min(waitBounds.min, secondsMessage)
  .max(waitBounds.max, secondsMessage);
