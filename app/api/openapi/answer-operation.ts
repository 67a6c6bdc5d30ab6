// Describes the answer endpoint in the document. It answers people with a page and is mounted beside the JSON API.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { ApiEnv } from '../http/problem-response';
import { defineRoute, pathOf } from './route';
import { TakenAnswer } from '../shapes/execution';
import { ProblemResponse } from '../shapes/problem';

const rejection = (description: string) => ({ description, schema: ProblemResponse });

const answer = defineRoute({
  method: 'post',
  path: '/answer/{token}',
  id: 'answerWait',
  tag: 'Executions',
  access: 'public',
  summary: 'Answer an execution that waits',
  text: 'The address of `{{run.answerUrl}}`. Everyone who has it may answer, once. The choice is in the body or in the query. Where the wait names no choices, the body may be anything.',
  request: {
    params: pathOf('token'),
    query: z.object({ choice: z.string().optional().describe('One of the choices, whatever its case.') }),
  },
  responses: {
    200: { description: 'The answer is on disk, and the execution goes on.', schema: TakenAnswer },
    400: rejection('The body is not the JSON or form that its type promises.'),
    404: rejection('Nothing is asked at this address.'),
    409: rejection('It was answered before.'),
    410: rejection('An answer is waited for no longer.'),
    413: rejection('The body has more than 64 KiB.'),
    422: rejection('The choice is none of those that are asked for, or the comment is too long.'),
    429: rejection('Too many from one network; `Retry-After` says how long to wait.'),
    503: rejection('Nothing can be stored at the moment; `Retry-After` says how long to wait.'),
  },
});

/** Adds the operation to the document; another handler answers its requests. */
export function describeAnswerOperation(api: OpenAPIHono<ApiEnv>): void {
  const { middleware: _middleware, ...route } = answer;
  api.openAPIRegistry.registerPath({
    ...route,
    request: {
      ...route.request,
      body: {
        content: {
          'application/json': { schema: {}, example: { choice: 'Approve', comment: 'Fine.' } },
          'application/x-www-form-urlencoded': { schema: { type: 'object' } },
          'text/plain': { schema: { type: 'string' } },
        },
      },
    },
  });
}
