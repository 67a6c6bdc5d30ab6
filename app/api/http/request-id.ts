// Every response names its request, and so does every line of the log about it: a person who reports an error tells the
// one, an operator finds the other.
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './problem-response';

export const requestIdHeader = 'X-Request-Id';

/** A caller's own id, such as a proxy's, is taken when it is short and plain: it stands in log lines and headers. */
export function findRequestId(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : undefined;
}

export function nameRequest(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = findRequestId(c.req.header(requestIdHeader)) ?? randomUUID();
    c.set('requestId', requestId);
    await next();
    // A page is a response of its own, which nothing that was set before reaches.
    c.header(requestIdHeader, requestId);
  };
}
