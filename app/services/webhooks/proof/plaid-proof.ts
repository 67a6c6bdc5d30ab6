// Plaid's webhooks: a header holds a token, one of whose claims is the hash of the body. Plaid gives the key that the token
// names to its customers only. https://plaid.com/docs/api/webhooks/webhook-verification/
import { openBody } from './body-fields';
import type { KeyAddress, KeyCheck } from './sender-key';
import type { SignedRequest } from './signed-request';
import { isRecent } from './signing-time';
import { claimsBody, findHeaderToken, isInTime, isSignedByAny, type SignedToken } from './token-proof';

function findPlaidToken({ header }: Pick<SignedRequest, 'header'>): SignedToken | undefined {
  return findHeaderToken(header('plaid-verification'));
}

/** Returns when a webhook says that it was signed, in seconds since 1970. */
export function findPlaidTime(request: Pick<SignedRequest, 'header'>): string | undefined {
  const iat = findPlaidToken(request)?.claims.iat;
  return typeof iat === 'number' ? String(iat) : undefined;
}

/** Splits `client ID|secret`; returns undefined for another text. The names are those of Plaid's API. */
export function splitPlaidCredentials(
  credentials: string,
): { client_id: string; secret: string } | undefined {
  const [, client_id, secret] = /^\s*([\w-]{1,100})\s*\|\s*([\w-]{1,100})\s*$/.exec(credentials) ?? [];
  return client_id === undefined || secret === undefined ? undefined : { client_id, secret };
}

/**
 * Returns where to request the key that a webhook names, with the credentials `client ID|secret`; undefined for another secret
 * or without a key name. The body names the environment, but a stranger can only choose between Plaid's own hosts.
 */
export function findPlaidKeyAddress(request: SignedRequest, credentials: string): KeyAddress | undefined {
  const split = splitPlaidCredentials(credentials);
  const kid = findPlaidToken(request)?.head.kid;
  if (split === undefined || typeof kid !== 'string' || !/^[\w-]{1,100}$/.test(kid)) return undefined;
  const host = openBody(request)('environment') === 'sandbox' ? 'sandbox' : 'production';
  const json = JSON.stringify({ ...split, key_id: kid });
  return { url: `https://${host}.plaid.com/webhook_verification_key/get`, json };
}

/** Plaid: "Reject the webhook if it is more than 5 minutes old". Plaid signs each attempt anew. */
const maxAgeSeconds = 5 * 60;

/** Returns the check that is left when everything but the signature fits. `now` in milliseconds since 1970. */
export function preparePlaidCheck(request: SignedRequest, now: number): KeyCheck | undefined {
  const token = findPlaidToken(request);
  if (!token || token.head.crit !== undefined || token.head.alg !== 'ES256') return undefined;
  if (!isRecent(findPlaidTime(request), maxAgeSeconds, now) || !isInTime(token.claims, now)) return undefined;
  return (keys) => isSignedByAny(token, keys) && claimsBody(token, 'request_body_sha256', request);
}
