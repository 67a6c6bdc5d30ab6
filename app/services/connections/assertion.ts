// What a key signs to ask for a token with (RFC 7523): a JSON Web Token that says who asks, for whom and of whom.
import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { z } from 'zod';
import { noPrivateKey } from '~/engine/connections/config-parts';
import type { JwtAssertion } from '~/engine/connections/oauth-configs';

/** The grant's name in a request (RFC 7523 §8.1). */
export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Salesforce takes five minutes at most, and a clock may differ by some. */
const lifeSeconds = 180;
const leastRsaBits = 2_048;

/** Why a PEM text is no key to sign with; undefined when it is one. */
export function findKeyProblem(pem: string): string | undefined {
  const key = readKey(pem);
  if (!key) return noPrivateKey;
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' && modulusLength < leastRsaBits) {
    return `An RSA key must have ${leastRsaBits} bits or more; this one has ${modulusLength}`;
  }
  if (key.asymmetricKeyType === 'rsa' || namedCurve === 'prime256v1') return undefined;
  return 'The key must be of RSA, or of the elliptic curve P-256';
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** The assertion for one request, signed with RS256 or ES256 (RFC 7518 §3.1), whichever the key is for; good for three minutes. */
export function signAssertion(
  { clientId, subject, audience, tokenUrl, scope, privateKey, keyId }: z.infer<typeof JwtAssertion>,
  now: number,
): string {
  const key = createPrivateKey(privateKey);
  const isRsa = key.asymmetricKeyType === 'rsa';
  const issuedAt = Math.floor(now / 1_000);
  const header = { alg: isRsa ? 'RS256' : 'ES256', typ: 'JWT', ...(keyId && { kid: keyId }) };
  const claims = {
    iss: clientId,
    ...(subject && { sub: subject }),
    aud: audience || tokenUrl,
    // Google reads it here, RFC 7521 beside the assertion.
    ...(scope && { scope }),
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
    jti: randomUUID(),
  };
  const signed = `${encode(header)}.${encode(claims)}`;
  // The two numbers of an elliptic signature stand beside each other (RFC 7518 §3.4).
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
