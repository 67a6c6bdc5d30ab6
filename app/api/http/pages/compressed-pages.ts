// Compresses pages to a seventh of their bytes: on a slow line, the largest page arrives a second earlier.
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';

const compress = promisify<ArrayBuffer, Buffer<ArrayBuffer>>(gzip);

/** The types of a screen, and of the data that script reads for one. Downloads are sent as they are made. */
const pageType = /^text\/(?:html|x-script)\b/;

/** RFC 9110 §12.5.3: a weight of 0 refuses gzip. */
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The values of `Sec-Fetch-Site` for a request that another site made the browser send. */
const strangers = new Set(['cross-site', 'same-site']);

/** The smallest page that is compressed, in bytes: below, compression costs as much as it saves. */
const smallest = 1024;

/**
 * The largest page that is compressed at once, in bytes: it takes some 1.5 ms. In a thread, a page waits two turns of the event
 * loop more, and, on a busy machine, for a processor.
 */
const largestAtOnce = 256 * 1024;

/**
 * Compresses pages by gzip, each as a whole, which takes half of the time that its pieces would. Leaves a page uncompressed
 * when another site asks for it: a site that chooses a part of the page and sees the compressed length could guess the rest,
 * letter by letter (the BREACH attack). Every supported browser sends `Sec-Fetch-Site` over TLS. Where it is missing, the
 * connection itself can be read, or the client is no browser.
 */
export function compressPages(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!c.res.body || !pageType.test(c.res.headers.get('Content-Type') ?? '')) return;
    c.header('Vary', 'Accept-Encoding', { append: true });
    if (!isWanted(c)) return;
    const page = await c.res.arrayBuffer();
    if (page.byteLength < smallest) {
      c.res = new Response(page, c.res);
      return;
    }
    c.res = new Response(page.byteLength > largestAtOnce ? await compress(page) : gzipSync(page), c.res);
    c.header('Content-Encoding', 'gzip');
  };
}

/**
 * Forbids a proxy in front to compress the page that {@link compressPages} leaves uncompressed for another site (RFC 9111
 * §5.2.2.6). HAProxy 2.6 heeds that. nginx 1.22 and Caddy 2.6 do not, so the documents say to turn compression off there.
 * Belongs outside of whatever sets `Cache-Control`.
 */
export function forbidTransforming(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (isForAnotherSite(c) && pageType.test(c.res.headers.get('Content-Type') ?? ''))
      c.header('Cache-Control', 'no-transform', { append: true });
  };
}

function isForAnotherSite(c: Context): boolean {
  return strangers.has(c.req.header('Sec-Fetch-Site') ?? '');
}

function isWanted(c: Context): boolean {
  return !isForAnotherSite(c) && acceptsGzip.test(c.req.header('Accept-Encoding') ?? '');
}
