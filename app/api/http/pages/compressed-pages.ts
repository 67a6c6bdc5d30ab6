// Pages come in a seventh of their bytes: on a slow line the largest one waited a second longer.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';

const compress = promisify<ArrayBuffer, Buffer<ArrayBuffer>>(gzip);

/** A screen, and what script reads of one. Downloads go out as they are made. */
const pageType = /^text\/(?:html|x-script)\b/;

/** RFC 9110 §12.5.3; a weight of nothing refuses it. */
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** What browsers say of a request that another site made them send. */
const strangers = new Set(['cross-site', 'same-site']);

/** Below, the packing weighs as much as it saves. */
const smallest = 1024;

/**
 * Compresses pages by gzip, each as a whole: that takes half of the time that its pieces would. Not where another site
 * asks: one that chooses a part of the page and sees how long it came out could guess the rest, letter by letter (the
 * BREACH attack). `Sec-Fetch-Site` is sent by every supported browser over TLS; where it is missing, the line itself can be
 * read, or no browser asks.
 */
export function compressPages(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.body || !pageType.test(c.res.headers.get('Content-Type') ?? '')) return;
    c.header('Vary', 'Accept-Encoding', { append: true });
    if (!isWanted(c)) return;
    const page = await c.res.arrayBuffer();
    const isSmall = page.byteLength < smallest;
    c.res = new Response(isSmall ? page : await compress(page), c.res);
    if (!isSmall) c.header('Content-Encoding', 'gzip');
  };
}

function isWanted(c: Context): boolean {
  return (
    !strangers.has(c.req.header('Sec-Fetch-Site') ?? '') &&
    acceptsGzip.test(c.req.header('Accept-Encoding') ?? '')
  );
}
