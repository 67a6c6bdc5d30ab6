// Refuses requests that Remix cannot read as requests for a screen. It would log each of them as an error of the server, or in
// lines of its own, and anybody may send them.
import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { rejectMethod } from '../method-not-allowed';
import { type ApiEnv, problemResponse } from '../problem-response';
import { refuseRequest } from '../refusal-page';

/** The parameter by which pages of earlier versions of Remix asked for the data of one route. Pages here ask for `.data`. */
const formerParameter = '_data';

/** The methods by which browsers ask for a screen, and send its forms. */
const pageMethods = ['GET', 'HEAD', 'POST'];

/**
 * Problems: method-not-allowed (TRACE), not-found (an address with the former parameter, or with a `%` in its path that begins no
 * UTF-8; a browser gets that as a page).
 */
export function refuseUnreadablePageRequests(stylesheet: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // A Request object cannot have this method (Fetch, https://fetch.spec.whatwg.org/#forbidden-method), and Remix makes one.
    if (c.req.method === 'TRACE') return rejectMethod(c, pageMethods);
    if (c.req.query(formerParameter) !== undefined) return problemResponse(c, { kind: 'not-found' });
    if (isDecodable(new URL(c.req.url).pathname)) return next();
    return refuseRequest(c, { kind: 'not-found' }, stylesheet, (message) => ({
      title: '404 Page Not Found',
      content: html`<p>${message}</p>`,
    }));
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
