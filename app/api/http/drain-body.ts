// Answers that are ready before the body of their request was read, such as refusals.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './problem-response';

/** For so long what is left of a body is read and thrown away. */
const lingerMs = 5_000;

/**
 * Reads what nobody wants of a body, for a while, before the response is sent: closing the connection under a sender that
 * still writes would reset it before the response is read (RFC 9112 §9.6). Where the body has not ended even then, the
 * response has to close the connection, or what follows would be taken for the next request.
 */
export async function drainBody(req: IncomingMessage, forMs = lingerMs): Promise<void> {
  // Who read until now has stopped, and would hold the rest back.
  req.removeAllListeners('data').resume();
  // The write of the response finds out that a sender went away.
  await finished(req, { signal: AbortSignal.timeout(forMs) }).catch(() => {});
}

/** Has every response wait until the body of its request is out of the way. */
export function drainUnreadBodies(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const { incoming } = c.env;
    if (!incoming.complete) await drainBody(incoming);
    if (!incoming.complete) c.header('Connection', 'close');
  };
}
