// Requests of a connection with Digest authentication. The target refuses the first request with a challenge, and the request
// is sent once more with the response to it. The nonce serves later requests until the target gives another.
import { randomBytes } from 'node:crypto';
import { mayReach } from '~/engine/connections/grant';
import type { OutboundFailure, OutboundRequest, OutboundResponse } from '../request-response';
import { unreadBeforeSending } from '../streamed-body';
import { type NonceUse, writeDigest } from './authorization';
import { type DigestChallenge, findDigestChallenge } from './challenge';

type Outcome = OutboundResponse | OutboundFailure;

interface Known extends NonceUse {
  challenge: DigestChallenge;
}

/** How many challenges are kept. Beyond that the oldest are dropped, and each costs one more request later. */
const maxKnown = 1_000;

/** Wraps `send` for all requests. A pair of them shares one deadline; a 401 did nothing (RFC 9110 §15.5.2). */
export function createDigestExchange(
  send: (request: OutboundRequest) => Promise<Outcome>,
): (request: OutboundRequest) => Promise<Outcome> {
  const known = new Map<string, Known>();

  function remember(key: string, entry: Known): void {
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
  }

  return async function sendProven(request) {
    const { connection, organizationId } = request;
    const digest = connection?.digest;
    if (!digest || !URL.canParse(request.url)) return send(request);
    const url = new URL(request.url);
    if (!mayReach(connection, url)) return send(request);
    // Another Authorization header would be a second response to the challenge.
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
    const bare: OutboundRequest = { ...request, headers };
    const sendWith = async (entry: Known, timeoutMs: number): Promise<Outcome> => {
      entry.count += 1;
      const proof = await writeDigest(bare, digest, entry.challenge, entry);
      if (proof === undefined) return unread;
      return send({ ...bare, headers: [...headers, ['Authorization', proof]], timeoutMs });
    };
    const key = JSON.stringify([organizationId ?? '', url.origin, digest.username]);
    const before = known.get(key);
    const first = await (before ? sendWith(before, request.timeoutMs) : send(bare));
    if (first.kind !== 'response' || first.status !== 401) return first;
    if (before && known.get(key) === before) known.delete(key);
    const challenge = findDigestChallenge(first.headers);
    if (!challenge) return first;
    const entry: Known = { challenge, count: 0, clientNonce: randomBytes(16).toString('hex') };
    const timeoutMs = Math.max(1, request.timeoutMs - first.durationMs);
    const second = await sendWith(entry, timeoutMs);
    // A nonce that proved nothing would only bring further refusals, and some targets count those.
    if (second.kind === 'response' && second.status !== 401) remember(key, entry);
    return { ...second, durationMs: first.durationMs + second.durationMs };
  };
}

const unread: OutboundFailure = {
  kind: 'failure',
  reason: 'invalid-request',
  sent: false,
  message: unreadBeforeSending,
  durationMs: 0,
};
