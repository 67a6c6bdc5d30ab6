// What a test of one call is answered with.
import { z } from 'zod';
import { ResponseMappingLog } from '../executions/log-schema';

/** One page that was tried. */
export const TriedPage = z.object({
  page: z.number().int(),
  statusCode: z.number().int(),
  items: z.number().int().nullable().describe('How many items it has; null when they could not be read.'),
  hasNext: z.boolean().describe('There is another page behind it.'),
  error: z.string().nullable(),
});
export type TriedPage = z.infer<typeof TriedPage>;

/** What one call was answered with, as the JSON API and the editor have it. The API's document names this schema. */
export const CallTest = z.object({
  success: z.boolean().describe('The status was 2xx or 3xx, which a run goes on from.'),
  statusCode: z.number().int().describe('0 when no answer came.'),
  /** Names in lower case; repeated headers joined by commas (RFC 9110 §5.3). */
  headers: z.record(z.string(), z.string()),
  /** Text, or base64 of what is no text. */
  body: z.string(),
  truncated: z.boolean().describe('Only the first 256 KiB of the body are there.'),
  responseTime: z.number().describe('Milliseconds.'),
  error: z.string().nullable(),
  /** Nothing when a run would not go on from it. */
  responseMapping: ResponseMappingLog.describe('What a run would take from this answer, or not find in it.'),
  pages: z
    .array(TriedPage)
    .optional()
    .describe(
      'Of a call that is sent for each page of a list: those that were tried, with the answer of the last.',
    ),
});
export type CallTest = z.infer<typeof CallTest>;
