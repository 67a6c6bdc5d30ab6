// Deliveries that a page of another site sends by script (https://fetch.spec.whatwg.org/#http-cors-protocol). The proof of a
// delivery is in what the page sends, never in a cookie, so any page may send, and read the response.
import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookAccess } from '~/services/webhooks/webhook-access';
import type { WebhookResponse } from './webhook-response';

const anyOrigin = ['Access-Control-Allow-Origin', '*'] as const;

/** What a page may read besides the body: where the execution is, when to send again, and the request's id. */
const readable = ['Access-Control-Expose-Headers', 'Location, Retry-After, X-Request-Id'] as const;

/** How long a browser remembers the answer, in seconds; Chromium remembers none longer. */
const maxAgeSeconds = 7200;

const maxNamesLength = 2_000;

/**
 * Answers a preflight request: by which methods and with which headers a page may deliver. Returns undefined for any other
 * request.
 */
export function answerPreflight(
  { origin, ...headers }: IncomingHttpHeaders,
  { methods, isForPages }: WebhookAccess,
): WebhookResponse | undefined {
  if (!isForPages || origin === undefined || headers['access-control-request-method'] === undefined)
    return undefined;
  const names = headers['access-control-request-headers'];
  return {
    status: 204,
    body: {},
    exact: { type: 'text/plain', text: '' },
    headers: {
      'Access-Control-Allow-Methods': methods.join(', '),
      // A star would not cover `Authorization`.
      ...(names !== undefined && isListOfNames(names) && { 'Access-Control-Allow-Headers': names }),
      'Access-Control-Max-Age': String(maxAgeSeconds),
    },
  };
}

/**
 * Adds the headers that let the page behind a request read its response. An answer of the trigger's own that says itself which
 * pages may read it stays as it is.
 */
export function openToPages(response: WebhookResponse): WebhookResponse {
  const own = Object.keys(response.headers ?? {}).some((name) => /^access-control-allow-origin$/i.test(name));
  if (own) return response;
  return { ...response, headers: { ...response.headers, ...Object.fromEntries([anyOrigin, readable]) } };
}

/** Checks for a list of header names (RFC 9110 §5.1), which may be sent back. */
function isListOfNames(text: string): boolean {
  return (
    text.length <= maxNamesLength &&
    text.split(',').every((name) => /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name.trim()))
  );
}
