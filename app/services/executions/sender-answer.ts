// What the sender of a delivery was answered, in a log.
import { z } from 'zod';
import { Milliseconds } from '~/engine/schema/response-fields';

/** The answer to the sender of the delivery, where the trigger defines one. */
export const SenderAnswer = z.object({
  outcome: z
    .enum(['answered', 'failed', 'timed-out', 'too-many', 'gone'])
    .nullable()
    .describe('Null when no sender waited, as in a replay.'),
  waited: Milliseconds.nullable().describe('How long the sender waited.'),
  answer: z
    .object({
      status: z.number().int(),
      contentType: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    })
    .nullable()
    .describe('With its placeholders filled in; null when there is none.'),
  problem: z.string().nullable().describe('Why it could not be filled in.'),
});
export type SenderAnswer = z.infer<typeof SenderAnswer>;
