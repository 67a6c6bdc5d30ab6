// What a sender is answered once its delivery is on disk, where 202 and the execution's id are not what it wants.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';

/** Never a page: what is answered stands at our own address. */
export const answerTypes = ['text/plain', 'application/json', 'application/xml', 'text/xml'] as const;

/** The same for each delivery that is accepted; rejections stay what they are. */
export const Answer = z
  .object({
    status: z
      .number()
      .int()
      .min(200, 'Answer with a status from 200 to 299')
      .max(299, 'Answer with a status from 200 to 299')
      .default(200),
    contentType: z
      .enum(answerTypes, { error: describeChoice('The type of the answer', answerTypes) })
      .default('text/plain'),
    body: z.string().max(4_096, 'Answers must be 4,096 characters or less').default(''),
  })
  .refine(({ status, body }) => (status !== 204 && status !== 205) || body === '', {
    path: ['body'],
    error: 'An answer with the status 204 or 205 has no text',
  });
export type Answer = z.infer<typeof Answer>;
