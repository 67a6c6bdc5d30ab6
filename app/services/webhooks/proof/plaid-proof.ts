// Plaid's webhooks: a token in a header, whose claim has the hash of the body. The key that it names is told to Plaid's customers alone.
// https://plaid.com/docs/api/webhooks/webhook-verification/
import { openBody } from './body-fields';
import type { KeyAddress, SenderKey } from './sender-key';
import type { SignedRequest } from './signed-request';
import { isFresh } from './signing-time';
import { claimsBody, findHeaderToken, isInTime, isSignedByAny, type Token } from './token-proof';

function findPlaidToken({ header }: Pick<SignedRequest, 'header'>): Token | undefined {
  return findHeaderToken(header('plaid-verification'));
}

/** When a webhook says that it was signed, in seconds since 1970. */
export function findPlaidTime(request: Pick<SignedRequest, 'header'>): string | undefined {
  const iat = findPlaidToken(request)?.claims.iat;
  return typeof iat === 'number' ? String(iat) : undefined;
}

/**
 * Where the key is asked for that a webhook names, with the customer's credentials, `client ID|secret`; undefined of any other secret, and where no key
 * is named. The body says of which environment it is: whatever a stranger says there, it is one of Plaid's own hosts.
 */
export function findPlaidKeyAddress(request: SignedRequest, credentials: string): KeyAddress | undefined {
  const [, client_id, secret] = /^\s*([\w-]{1,100})\s*\|\s*([\w-]{1,100})\s*$/.exec(credentials) ?? [];
  const kid = findPlaidToken(request)?.head.kid;
  if (client_id === undefined || typeof kid !== 'string' || !/^[\w-]{1,100}$/.test(kid)) return undefined;
  const host = openBody(request)('environment') === 'sandbox' ? 'sandbox' : 'production';
  const json = JSON.stringify({ client_id, secret, key_id: kid });
  return { url: `https://${host}.plaid.com/webhook_verification_key/get`, json };
}

/** "Reject the webhook if it is more than 5 minutes old": each attempt is signed anew. */
const mostAgeSeconds = 5 * 60;

/** `now` in milliseconds since 1970. */
export function isFromPlaid(request: SignedRequest, keys: readonly SenderKey[], now: number): boolean {
  const token = findPlaidToken(request);
  if (!token || token.head.crit !== undefined || token.head.alg !== 'ES256') return false;
  if (!isFresh(findPlaidTime(request), mostAgeSeconds, now) || !isInTime(token.claims, now)) return false;
  return isSignedByAny(token, keys) && claimsBody(token, 'request_body_sha256', request);
}
