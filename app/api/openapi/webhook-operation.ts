// Describes the webhook endpoint in the document; another part of the server answers it.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { ApiEnv } from '../http/problem-response';
import { defineRoute, pathOf } from './route';
import { AcceptedDelivery, FailedDelivery, SkippedDelivery } from '../shapes/execution';
import { DeliveryProblem } from '../shapes/problem';

const text = `With a secret, a delivery proves itself by one of these: \`X-Webhook-Signature: <secret>\`, \`sha256=<hex HMAC-SHA256 of the raw body>\` there or in \`X-Hub-Signature-256\`, Stripe's \`Stripe-Signature\`, or the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of Standard Webhooks, also named \`svix-…\`. Where the trigger says who sends (\`verify\`), only that sender's proof counts. Questions that a sender asks first are answered in its own form; \`respond\` of the trigger, or what its sender is known to want, is answered in place of the 202 below. Where the trigger names other \`methods\`, the payload of GET and DELETE is the query.

The same \`webhook-id\`, \`svix-id\` or \`Idempotency-Key\` within 24 hours is one execution and the same answer. At most 1,000 a second, 2,000 at once, unless the server is set otherwise. Pages of other sites may deliver by script (CORS), except where the trigger limits addresses.`;

const rejection = (description: string) => ({ description, schema: DeliveryProblem });

const deliver = defineRoute({
  method: 'post',
  path: '/webhook/{integrationId}',
  id: 'deliverWebhook',
  tag: 'Webhooks',
  access: 'public',
  summary: 'Deliver an event',
  text,
  request: {
    params: pathOf('integrationId'),
    headers: z.object({
      'X-Webhook-Signature': z.string().optional().describe('The secret, or `sha256=` and the HMAC.'),
      'Idempotency-Key': z.string().optional(),
    }),
  },
  responses: {
    200: {
      description:
        'The delivery does not meet the conditions of the trigger (`onlyRunIf`): nothing runs, and nothing of it is kept.',
      schema: SkippedDelivery,
    },
    202: {
      description: 'The delivery is on disk and will run, or was caught as a sample.',
      schema: AcceptedDelivery,
    },
    400: rejection('The body is not the JSON, form or XML that its type promises.'),
    401: rejection('The signature or a required header is missing or wrong.'),
    403: rejection('It comes from an address that the trigger does not allow.'),
    404: rejection('There is no such deployed webhook.'),
    405: rejection(
      'None of the methods of the trigger, which `Allow` names, and no question that its sender asks.',
    ),
    413: rejection('The body is too large.'),
    415: rejection(
      'A content encoding other than gzip, deflate and br, or no CloudEvent where only those are read.',
    ),
    422: rejection('A required variable is missing, or the body is nested too deeply.'),
    429: rejection('Too many at once; `Retry-After` says how long to wait.'),
    502: {
      description: 'The sender was to be answered the result, and the run ended without one.',
      schema: FailedDelivery,
    },
    503: rejection('The queue or the disk is full; `Retry-After` says how long to wait.'),
    508: rejection('The delivery looks like part of a loop.'),
  },
});

/** Adds the operation to the document; another handler answers its requests. */
export function describeWebhookOperation(api: OpenAPIHono<ApiEnv>): void {
  const { middleware: _middleware, ...route } = deliver;
  api.openAPIRegistry.registerPath({
    ...route,
    request: {
      ...route.request,
      body: {
        required: true,
        content: {
          'application/json': { schema: {}, example: { id: 7, total: 12.5 } },
          'application/x-www-form-urlencoded': { schema: { type: 'object' } },
          'multipart/form-data': { schema: { type: 'object' } },
          'application/x-ndjson': { schema: { type: 'string' } },
          'text/plain': { schema: { type: 'string' } },
        },
      },
    },
  });
}
