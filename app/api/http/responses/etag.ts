// Conditional requests (RFC 9110 §13): a caller who asks again learns in a few bytes that nothing changed.
import type { IncomingMessage } from 'node:http';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { z } from 'zod';
import { createTurns } from '~/services/limits/turns';
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

/** Answers to the GET that refuse its sender, as the change then does, too. */
const refusals = new Set([401, 403, 404]);

/** Gives each change of the API what {@link requireMatch} compares: a GET at its address, by its sender. */
export function tellPresentState(app: Hono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  const turns = createTurns(1);
  return (c, next) => {
    async function read(): Promise<Response> {
      const headers = askers.flatMap((name) => {
        const value = c.req.header(name);
        return value === undefined ? [] : [[name, value] as [string, string]];
      });
      // The GET has no body: without this, it would throw away the rest of the change's own.
      const incoming = Object.create(c.env.incoming, { complete: { value: true } }) as IncomingMessage;
      return app.fetch(new Request(c.req.url, { headers }), { ...c.env, incoming, isPartOfCall: true });
    }
    c.set('present', { read, takeTurn: () => turns.take(c.req.path) });
    return next();
  };
}

/**
 * Refuses a change with `If-Match` unless its sender has read the current state (RFC 9110 §13.1.1): the ETag of a GET at the
 * same address must be one of the tags. Tags are compared as in `If-None-Match`, since all of ours are weak. Of such changes at
 * one address, one after the other is compared and made. When that GET is refused, the change goes on, and its own call says why
 * it is refused; another failure of the GET is the response. Problem: changed-since.
 */
export const requireMatch: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const wanted = c.req.header('If-Match');
  const present = c.get('present');
  if (wanted === undefined || !present) return next();
  const endTurn = await present.takeTurn();
  try {
    return (await compare(c, wanted, await present.read())) ?? (await next());
  } finally {
    endTurn();
  }
};

/** Returns the response to a change that must not be made; undefined when it may go on. */
async function compare(c: Context<ApiEnv>, wanted: string, present: Response): Promise<Response | undefined> {
  const tag = present.ok ? present.headers.get('ETag') : null;
  const isRead = tag !== null && isAmong(tag, wanted);
  if (!present.ok && present.status !== 405 && !refusals.has(present.status)) return present;
  if (!isRead) dropBody(present);
  if (refusals.has(present.status)) return undefined;
  if (tag === null) {
    const message = 'What is here has no ETag: leave If-Match out.';
    return problemResponse(c, { kind: 'changed-since', message });
  }
  // A star asks only that something is there, in any state.
  if (wanted.trim() === '*') return undefined;
  if (!isRead) return problemResponse(c, { kind: 'changed-since' });
  const state: unknown = await present.json();
  c.set('matchedVersion', Versioned.safeParse(state).data?.version);
  c.set('matchedTime', Timed.safeParse(state).data?.updatedAt);
  return undefined;
}

function isAmong(tag: string, list: string): boolean {
  const strong = tag.replace(/^W\//, '');
  return [...list.matchAll(/"[^"]*"/g)].some(([each]) => each === strong);
}
