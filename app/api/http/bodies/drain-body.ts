// Responses that are ready before the body of their request was read, such as refusals.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../problem-response';

/** How long the rest of a body is read and thrown away, in milliseconds. */
const lingerMs = 5_000;

/**
 * Reads the rest of a body that is not used, for a while, before the response is sent. If the connection was closed while the
 * sender still writes, it would be reset before the sender reads the response (RFC 9112 §9.6). When the body has not ended by
 * then, the response must close the connection; otherwise the rest of the body would be read as the next request.
 */
export async function drainBody(req: IncomingMessage, forMs = lingerMs): Promise<void> {
  // The former reader has stopped, but its listeners would keep the rest of the body from being read.
  req.removeAllListeners('data').resume();
  // If the sender went away, the write of the response finds out.
  await finished(req, { signal: AbortSignal.timeout(forMs) }).catch(() => {});
}

/** Holds every response back until the rest of its request's body is read; closes the connection if that takes too long. */
export function drainUnreadBodies(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const { incoming } = c.env;
    if (!incoming.complete) await drainBody(incoming);
    if (!incoming.complete) c.header('Connection', 'close');
  };
}
