// Handshakes that sign a token of the asker with the trigger's secret and send it back. Where deliveries are signed over the
// body alone, this response would prove a body that any stranger chose.
import type { Handshake } from './handshake';

const labels: Partial<Record<Handshake, string>> = {
  zoom: 'Zoom',
  x: 'X',
  linkedin: 'LinkedIn',
  wrike: 'Wrike',
  braintree: 'Braintree',
};

/** Checks whether a value has only the characters of tokens, which handshakes sign. */
export function isSignedToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w+/=-]{1,256}$/.test(value);
}

/** Checks for a UUID, which LinkedIn sends as its challenge (RFC 9562 §4). */
export function isSignedUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/** Checks as Braintree's own libraries do (braintree_node, `lib/braintree/webhook_notification_gateway.js`). */
export function isBraintreeChallenge(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{20,32}$/.test(value);
}

interface Asked {
  verify?: { scheme: string; signed?: string } | undefined;
  handshake?: Handshake | undefined;
}

/** Explains why a trigger may not choose its handshake; undefined when it may. */
export function findHandshakeProblem({ verify, handshake = 'none' }: Asked): string | undefined {
  const label = labels[handshake];
  // What these senders sign in deliveries is no token: Zoom's text holds colons, X's is a JSON object, LinkedIn's begins as
  // none of its challenges does, Wrike's is a JSON list, and Braintree's is no challenge.
  if (!label || verify?.scheme === handshake) return undefined;
  if (verify?.scheme === 'hmac' && signsNoToken(verify.signed ?? '')) return undefined;
  return `The handshake ${handshake} signs what anybody asks with the secret, which would forge deliveries here. Choose ${label} as the sender, or HMAC over a text such as v0:{timestamp}:{body}`;
}

/**
 * Checks whether no token can be the signed text: there is text with another character beside `{body}`. Parts of the request
 * prove nothing, since the sender chooses them, except for the URL, which holds colons.
 */
function signsNoToken(signed: string): boolean {
  const own = signed.replaceAll(/\{[^}]*\}/g, '');
  return signed.includes('{url}') || (own !== '' && !isSignedToken(own));
}
