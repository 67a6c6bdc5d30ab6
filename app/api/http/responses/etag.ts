// Conditional requests (RFC 9110 §13): a caller who asks again learns in a few bytes that nothing changed.
import type { IncomingMessage } from 'node:http';
import type { Hono, MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { z } from 'zod';
import { dropBody } from './dropped-body';
import { type ApiEnv, problemResponse } from '../problem-response';

/** Lets only the caller cache the response, and makes them ask each time whether it is still current. */
const requireRevalidation: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.ok) c.header('Cache-Control', 'private, no-cache');
};

/**
 * Gives a successful response an `ETag` of what it says, and returns 304 when `If-None-Match` names it. The tag is weak:
 * a proxy that compresses changes the bytes and not the meaning.
 */
export const respondWithEtag: MiddlewareHandler[] = [
  etag({
    weak: true,
    generateDigest: (body) => crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>),
    // A 304 also keeps the link to the next page and the request's id.
    retainedHeaders: [...RETAINED_304_HEADERS, 'Link', 'X-Request-Id'],
  }),
  requireRevalidation,
];

const Versioned = z.object({ version: z.number().int() });
const Timed = z.object({ updatedAt: z.string() });

/** The headers that say who asks, and for which organization. */
const askers = ['Authorization', 'Cookie'];

/**
 * Refuses a change with `If-Match` unless its sender has read the current state (RFC 9110 §13.1.1): the ETag of a GET at the
 * same address must be one of the tags. Tags are compared as in `If-None-Match`, since all of ours are weak. When that GET is
 * refused, the change goes on, and its own call says why it is refused. Problem: changed-since.
 */
export function requireMatch(app: Hono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const wanted = c.req.header('If-Match');
    if (wanted === undefined || c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const headers = askers.flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    // The GET has no body: without this, it would throw away the rest of the change's own.
    const incoming = Object.create(c.env.incoming, { complete: { value: true } }) as IncomingMessage;
    const present = await app.fetch(new Request(c.req.url, { headers }), { ...c.env, incoming });
    const tag = present.ok ? present.headers.get('ETag') : null;
    const isRead = tag !== null && isAmong(tag, wanted);
    if (!isRead) dropBody(present);
    if (!present.ok && present.status !== 405) return next();
    if (tag === null) {
      const message = 'What is here has no ETag: leave If-Match out.';
      return problemResponse(c, { kind: 'changed-since', message });
    }
    // A star asks only that something is there, in any state.
    if (wanted.trim() === '*') return next();
    if (!isRead) return problemResponse(c, { kind: 'changed-since' });
    const state: unknown = await present.json();
    c.set('matchedVersion', Versioned.safeParse(state).data?.version);
    c.set('matchedTime', Timed.safeParse(state).data?.updatedAt);
    return next();
  };
}

function isAmong(tag: string, list: string): boolean {
  const strong = tag.replace(/^W\//, '');
  return [...list.matchAll(/"[^"]*"/g)].some(([each]) => each === strong);
}
