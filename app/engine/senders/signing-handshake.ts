// Handshakes that hand back a token of the asker's, signed with the trigger's secret. Where deliveries are signed over the
// body alone, that answer would prove a body which any stranger chose.
import type { Handshake } from './handshake';

const labels: Partial<Record<Handshake, string>> = {
  zoom: 'Zoom',
  x: 'X',
  linkedin: 'LinkedIn',
  wrike: 'Wrike',
  braintree: 'Braintree',
};

/** What is signed as a token is of these characters alone. */
export function isSignedToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w+/=-]{1,256}$/.test(value);
}

/** A UUID, which LinkedIn asks with (RFC 9562 §4). */
export function isSignedUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/** As Braintree's own libraries have it (braintree_node, `lib/braintree/webhook_notification_gateway.js`). */
export function isBraintreeChallenge(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{20,32}$/.test(value);
}

interface Asked {
  verify?: { scheme: string; signed?: string } | undefined;
  handshake?: Handshake | undefined;
}

/** Why a trigger may not choose its handshake, in words; undefined when it may. */
export function findHandshakeProblem({ verify, handshake = 'none' }: Asked): string | undefined {
  const label = labels[handshake];
  // What the sender of the handshake itself signs is no token: with Zoom it holds colons, with X it is an object of JSON,
  // with LinkedIn it begins as no question of its does, with Wrike it is a list of JSON, with Braintree no challenge.
  if (!label || verify?.scheme === handshake) return undefined;
  if (verify?.scheme === 'hmac' && signsNoToken(verify.signed ?? '')) return undefined;
  return `The handshake ${handshake} signs what anybody asks with the secret, which would forge deliveries here. Choose ${label} as the sender, or HMAC over a text such as v0:{timestamp}:{body}`;
}

/**
 * Whether no token can be what is signed: beside `{body}` stands something with another character. What stands for parts of the
 * request proves nothing, as its sender chooses them, but for the address, which holds colons.
 */
function signsNoToken(signed: string): boolean {
  const own = signed.replaceAll(/\{[^}]*\}/g, '');
  return signed.includes('{url}') || (own !== '' && !isSignedToken(own));
}
