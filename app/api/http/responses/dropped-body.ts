// Ends the bodies of responses that nobody reads.
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../problem-response';

/** Ends the body of a response that is not read: a stream that is only dropped stays open, with the place that it holds. */
export function dropBody({ body }: Response): void {
  // Who reads a body already ends it, too.
  if (body && !body.locked) void body.cancel().catch(() => {});
}

/** Ends the bodies of responses to HEAD, of which only headers are sent. The outermost part: no other can use the body later. */
export function dropBodiesOfHead(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    if (c.req.method === 'HEAD') dropBody(c.res);
  };
}
