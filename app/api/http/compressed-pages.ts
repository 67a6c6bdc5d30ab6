// Pages come in an eighth of their bytes to whoever can unpack them: on a slow line the largest one waited a second longer.
import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

/** What browsers say of a request that another site made them send. */
const strangers = new Set(['cross-site', 'same-site']);

/**
 * Compresses a page, and what script reads of one, by gzip. Not where another site asks: one that chooses a part of the
 * page and sees how long it came out could guess the rest, letter by letter (the BREACH attack). `Sec-Fetch-Site` is sent
 * by every supported browser over TLS; where it is missing, the line itself can be read, or no browser asks.
 */
export function compressPages(): MiddlewareHandler {
  const compressPage = compress({ encoding: 'gzip' });
  return (c, next) => (strangers.has(c.req.header('Sec-Fetch-Site') ?? '') ? next() : compressPage(c, next));
}
