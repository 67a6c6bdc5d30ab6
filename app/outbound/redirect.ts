/** The request that a redirect asks for, by RFC 9110 15.4 and the Fetch standard's HTTP-redirect fetch. */
import { isCredentialName } from '~/engine/secrets/credential-names';
import { decodeText } from '~/engine/http/charset';
import type { OutboundResponse, OutboundRequest } from './request-response';
import { findHeader } from './headers';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** They describe a body, and go with it. */
const OF_THE_BODY = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

/**
 * Undefined when the response is no redirect, or one that does not say where to. The new URL is checked like any other
 * when it is sent. Secrets do not go to another origin; a POST becomes a GET as it does in browsers, and
 * what is to be seen elsewhere (303) is asked for without a body, by HEAD when that was asked.
 */
export function readRedirect(
  request: OutboundRequest,
  response: OutboundResponse,
): OutboundRequest | undefined {
  const given = REDIRECTS.has(response.status) ? findHeader(response.headers, 'location') : undefined;
  const location = given === undefined ? undefined : readLocation(given);
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const from = new URL(request.url);
  const to = new URL(location, from);
  const { body, ...rest } = request;
  const next = { ...rest, url: to.href };
  if (from.origin !== to.origin) {
    const secret = new Set((request.secretHeaders ?? []).map((name) => name.toLowerCase()));
    next.headers = next.headers.filter(
      ([name]) => !isCredentialName(name) && !secret.has(name.toLowerCase()),
    );
  }
  const { method } = request;
  if (!losesBody(method, response.status)) return body === undefined ? next : { ...next, body };
  return {
    ...next,
    method: method === 'HEAD' ? method : 'GET',
    headers: next.headers.filter(([name]) => !OF_THE_BODY.has(name.toLowerCase())),
  };
}

/** Headers come as Latin-1, but a server that writes more than ASCII into an address writes UTF-8, as browsers read it. */
function readLocation(value: string): string {
  return decodeText(Buffer.from(value, 'latin1'), undefined) ?? value;
}

function losesBody(method: OutboundRequest['method'], status: number): boolean {
  return status === 303 || ((status === 301 || status === 302) && method === 'POST');
}
