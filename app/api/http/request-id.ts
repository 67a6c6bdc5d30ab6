// Every response names its request, and so does every log line about it: a person reports the id from the response, and an
// operator finds it in the log.
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './problem-response';

export const requestIdHeader = 'X-Request-Id';

/** Returns the caller's own id, such as a proxy's, if it is short and plain enough for log lines and headers. */
export function findRequestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : undefined;
}

export function assignRequestId(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = findRequestId(c.req.header(requestIdHeader)) ?? randomUUID();
    c.set('requestId', requestId);
    await next();
    // A page is a response of its own, without the headers that were set before.
    c.header(requestIdHeader, requestId);
  };
}
