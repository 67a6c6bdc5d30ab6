// The response that a sender gets once its delivery is on disk, where it wants something else than 202 and the execution's id.
import { z } from 'zod';
import { HeaderName, HeaderValue } from '../definition/headers';
import { findHeaderProblem } from '../http/header-rules';
import { describeChoice } from '../schema/choice';

/** Never a page, since the response is served at this server's own address. */
const answerTypes = ['text/plain', 'application/json', 'application/xml', 'text/xml'] as const;

/**
 * `accepted`: the usual response. `custom`: filled in from the payload as soon as the delivery is on disk. `result`: filled in
 * from what the run found out, when the run ends or one of its calls is done.
 */
const answerModes = ['accepted', 'custom', 'result'] as const;

/** How long a sender waits for a result by default, in seconds: less than most senders and most proxies wait. */
export const defaultWaitSeconds = 25;

/** Headers that the server sets itself, or that would tell a browser what to do with all addresses of this server. */
const ofTheServer = new Set([
  'cache-control',
  'clear-site-data',
  'content-encoding',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'date',
  'refresh',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
  'x-request-id',
]);

const AnswerHeaders = z.record(HeaderName, HeaderValue).superRefine((headers, context) => {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const own = names.find((name) => ofTheServer.has(name) || findHeaderProblem(name) !== undefined);
  const message =
    names.length > 10
      ? 'A response can have at most 10 headers'
      : new Set(names).size < names.length
        ? 'Header name already exists'
        : own && `The header ${own} cannot be set: the server sets it itself`;
  if (message) context.addIssue({ code: 'custom', message });
});

const late = [200, 202] as const;

/** What a sender gets whose result is late, of the type of the result. Placeholders are filled in from the payload. */
const LateAnswer = z
  .object({
    status: z
      .union(
        late.map((status) => z.literal(status)),
        { error: 'Respond with the status 200 or 202 when the result is late' },
      )
      .default(200),
    body: z.string().max(4_096, 'Responses must be 4,096 characters or less').default(''),
  })
  .refine(({ status, body }) => status === 200 || body !== '', {
    path: ['body'],
    error: 'Write the text of the response, or leave the whole response out',
  });

const waitMessage = 'Senders can wait for 1 to 60 seconds';

/** The response to each accepted delivery; rejections do not change. Headers and body may hold placeholders. */
export const Answer = z
  .object({
    /** `custom` by default. */
    mode: z.enum(answerModes, { error: describeChoice('The answer', answerModes) }).optional(),
    status: z
      .number()
      .int()
      .min(200, 'Respond with a status from 200 to 299')
      .max(299, 'Respond with a status from 200 to 299')
      .default(200),
    contentType: z
      .enum(answerTypes, { error: describeChoice('The response type', answerTypes) })
      .default('text/plain'),
    headers: AnswerHeaders.optional(),
    body: z.string().max(4_096, 'Responses must be 4,096 characters or less').default(''),
    /** The call whose end the sender waits for, instead of the end of the run. */
    afterCallId: z.string().min(1).max(100).optional(),
    timeoutSeconds: z
      .number({ error: waitMessage })
      .int(waitMessage)
      .min(1, waitMessage)
      .max(60, waitMessage)
      .optional(),
    /** Instead of 202 and the execution's id, when the result does not come in time. */
    late: LateAnswer.optional(),
  })
  .refine(({ status, body }) => (status !== 204 && status !== 205) || body === '', {
    path: ['body'],
    error: 'A response with the status 204 or 205 has no text',
  });
export type Answer = z.infer<typeof Answer>;

/** A response as it goes to the sender, with its placeholders filled in. */
export interface FilledAnswer {
  status: number;
  contentType: Answer['contentType'];
  headers: [name: string, value: string][];
  body: string;
}
