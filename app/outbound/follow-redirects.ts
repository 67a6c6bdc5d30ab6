// Redirects of targets, by RFC 9110 §15.4 and the Fetch Standard's HTTP-redirect fetch.
import { mayReach } from '~/engine/connections/grant';
import { isCredentialName } from '~/engine/secrets/credential-names';
import { decodeText } from '~/engine/http/charset';
import type { OutboundFailure, OutboundRequest, OutboundResponse } from './request-response';
import { findHeader } from './headers';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** They describe a body, and go with it. */
const OF_THE_BODY = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

type Outcome = OutboundResponse | OutboundFailure;

/**
 * Sends a request and goes where its responses lead, `maxRedirects` times at most: more is a failure. `send` checks, guards and
 * pins each hop like a call of its own; the deadline is one for all of them.
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
    // The hops before it were.
    if (outcome.kind === 'failure') outcome.sent = true;
  }
  return outcome;
}

function failHop(what: string, { url }: OutboundRequest, durationMs: number): OutboundFailure {
  const message = `${new URL(url).host} ${what}.`;
  return { kind: 'failure', reason: 'invalid-response', sent: true, message, durationMs };
}

/**
 * The request that a redirect asks for. Undefined when the response is no redirect, or one that does not say where to. The new
 * URL is checked like any other when it is sent. Secrets do not go to another origin, except a connection's to its hosts, so
 * that a redirect there which keeps a body with a secret is not followed; a
 * POST becomes a GET as it does in browsers, and what is to be seen elsewhere (303) is asked for without a body, by HEAD when
 * that was asked.
 */
function readRedirect(request: OutboundRequest, response: OutboundResponse): OutboundRequest | undefined {
  const given = REDIRECTS.has(response.status) ? findHeader(response.headers, 'location') : undefined;
  const location = given === undefined ? undefined : readLocation(given);
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const from = new URL(request.url);
  const to = new URL(location, from);
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

/** Headers come as Latin-1, but a server that writes more than ASCII into an address writes UTF-8, as browsers read it. */
function readLocation(value: string): string {
  return decodeText(Buffer.from(value, 'latin1'), undefined) ?? value;
}

function losesBody(method: OutboundRequest['method'], status: number): boolean {
  return status === 303 || ((status === 301 || status === 302) && method === 'POST');
}
