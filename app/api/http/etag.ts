// Conditional requests (RFC 9110 §13): a caller who asks again gets in a few bytes that nothing changed.
import type { MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';

/** The response may be kept by the caller alone, who asks each time whether it still holds. */
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
    // Also who was answered, and where the list goes on.
    retainedHeaders: [...RETAINED_304_HEADERS, 'Link', 'X-Request-Id'],
  }),
  requireRevalidation,
];
