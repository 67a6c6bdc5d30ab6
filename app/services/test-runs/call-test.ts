// The result of a test of one call.
import { z } from 'zod';
import { ResponseMappingLog } from '../executions/log-schema';

/** One page that was tried. */
export const TriedPage = z.object({
  page: z.number().int(),
  statusCode: z.number().int(),
  items: z.number().int().nullable().describe('How many items it has; null when they could not be read.'),
  hasNext: z.boolean().describe('The next page is asked for; without a page size it may be empty.'),
  error: z.string().nullable(),
});
export type TriedPage = z.infer<typeof TriedPage>;

/** One item of a list, with the requests that were sent for it. */
export const TriedItem = z.object({
  index: z.number().int().describe('From 1.'),
  value: z.string().describe('The item as text, shortened.'),
  error: z.string().nullable().describe('Why it failed; null when it did not.'),
  calls: z.array(
    z.object({
      name: z.string(),
      method: z.string().describe('Empty when nothing was sent.'),
      url: z.string(),
      statusCode: z.number().int().describe('0 when no answer came.'),
      responseTime: z.number().describe('Milliseconds.'),
      error: z.string().nullable(),
    }),
  ),
});
export type TriedItem = z.infer<typeof TriedItem>;

/** The response to one call, as the JSON API and the editor get it. The API's document names this schema. */
export const CallTest = z.object({
  success: z.boolean().describe('The status was 2xx or 3xx, which a run goes on from.'),
  statusCode: z.number().int().describe('0 when no answer came.'),
  /** Names in lower case; the values of repeated headers are joined by commas (RFC 9110 §5.3). */
  headers: z.record(z.string(), z.string()),
  /** Text, or base64 when the body is not text. */
  body: z.string(),
  truncated: z.boolean().describe('Only the first 256 KiB of the body are there.'),
  responseTime: z.number().describe('Milliseconds.'),
  error: z.string().nullable(),
  /** Empty when a run would not go on from this response. */
  responseMapping: ResponseMappingLog.describe('What a run would take from this answer, or not find in it.'),
  pages: z
    .array(TriedPage)
    .optional()
    .describe(
      'Of a call that is sent for each page of a list: those that were tried, with the answer of the last.',
    ),
  items: z
    .object({
      of: z.number().int().describe('How many the list has.'),
      from: z
        .enum(['execution', 'sample', 'response'])
        .describe(
          'Where the list is from: the last execution, the captured sample, or the response of the call that saves it, which was sent first.',
        ),
      tried: z.array(TriedItem),
    })
    .optional()
    .describe(
      'Of a call that is run for each item of a list: those that were tried, with the answer of the last.',
    ),
});
export type CallTest = z.infer<typeof CallTest>;
