// Redirects of targets, by RFC 9110 §15.4 and the Fetch Standard's HTTP-redirect fetch.
import { mayReach } from '~/engine/connections/grant';
import { isCredentialName } from '~/engine/secrets/credential-names';
import { decodeText } from '~/engine/http/charset';
import type { OutboundFailure, OutboundRequest, OutboundResponse } from './request-response';
import { findHeader } from './headers';
import { readUrl } from '~/engine/http/read-url';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The headers that describe a body, and are dropped with it. */
const OF_THE_BODY = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

type Outcome = OutboundResponse | OutboundFailure;

/**
 * Sends a request and follows its redirects, `maxRedirects` times at most; one more is a failure. `send` checks, guards and
 * pins each hop like a call of its own. All hops share one deadline.
 */
export async function followRedirects(
  request: OutboundRequest,
  send: (hop: OutboundRequest) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await send(request);
  if (!request.maxRedirects) return outcome;
  let hop: OutboundRequest = request;
  for (let hops = 0; outcome.kind === 'response'; hops += 1) {
    const next = readRedirect(hop, outcome);
    if (!next) return outcome;
    const { durationMs } = outcome;
    if (hops === request.maxRedirects) return failHop(`redirects more than ${hops} times`, hop, durationMs);
    hop = { ...next, timeoutMs: Math.max(1, request.timeoutMs - durationMs) };
    const response = await send(hop);
    outcome = { ...response, durationMs: response.durationMs + durationMs };
    // The hops before the failed one were sent.
    if (outcome.kind === 'failure') outcome.sent = true;
  }
  return outcome;
}

function failHop(what: string, { url }: OutboundRequest, durationMs: number): OutboundFailure {
  const message = `${new URL(url).host} ${what}.`;
  return { kind: 'failure', reason: 'invalid-response', sent: true, message, durationMs };
}

/**
 * Returns the request that a redirect asks for. Undefined when the response is no redirect, or does not say where to. The new
 * URL is checked like any other when it is sent. Secrets do not go to another origin, except a connection's secrets to its own
 * hosts. A redirect to another origin that keeps a body with a secret is not followed. A POST becomes a GET as in browsers. A
 * 303 is followed without a body: by GET, or by HEAD after a HEAD.
 */
function readRedirect(request: OutboundRequest, response: OutboundResponse): OutboundRequest | undefined {
  const given = REDIRECTS.has(response.status) ? findHeader(response.headers, 'location') : undefined;
  const location = given === undefined ? undefined : readLocation(given);
  const from = new URL(request.url);
  const to = location === undefined ? undefined : readUrl(location, request.url);
  if (!to) return undefined;
  const { body, ...rest } = request;
  const next = { ...rest, url: to.href };
  if (from.origin !== to.origin) {
    const secret = new Set(listLower(request.secretHeaders));
    const { connection } = request;
    const granted = new Set(connection && mayReach(connection, to) ? listLower(connection.headers) : []);
    next.headers = next.headers.filter(([name]) => {
      const lower = name.toLowerCase();
      return granted.has(lower) || (!isCredentialName(name) && !secret.has(lower));
    });
  }
  const { method } = request;
  if (request.hasSecretBody && from.origin !== to.origin && !losesBody(method, response.status))
    return undefined;
  if (!losesBody(method, response.status)) return body === undefined ? next : { ...next, body };
  return {
    ...next,
    method: method === 'HEAD' ? method : 'GET',
    headers: next.headers.filter(([name]) => !OF_THE_BODY.has(name.toLowerCase())),
  };
}

function listLower(names: string[] = []): string[] {
  return names.map((name) => name.toLowerCase());
}

/** Reads an address from a header: headers come as Latin-1, but servers write UTF-8 beyond ASCII, and browsers read it so. */
function readLocation(value: string): string {
  return decodeText(Buffer.from(value, 'latin1'), undefined) ?? value;
}

function losesBody(method: OutboundRequest['method'], status: number): boolean {
  return status === 303 || ((status === 301 || status === 302) && method === 'POST');
}
