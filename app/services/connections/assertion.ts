// What a key signs to ask for a token with (RFC 7523): a JSON Web Token that says who asks, for whom and of whom.
import { randomUUID } from 'node:crypto';
import type { JwtAssertion } from '~/engine/connections/oauth-configs';
import { findThumbprint, isKeyOf } from './client-certificate';
import { findKeyProblem, signWithKey } from './signing/jwt';

/** The grant's name in a request, and that of the way a client shows who it is (RFC 7523 §8). */
export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Salesforce takes five minutes at most, and a clock may differ by some. */
const lifeSeconds = 180;

/** What only reading the key and its certificate tells; undefined when nothing is wrong. */
export function findAssertionProblem({
  privateKey,
  algorithm,
  certificate,
}: JwtAssertion): { field: 'privateKey' | 'certificate'; message: string } | undefined {
  const problem = findKeyProblem(privateKey, algorithm);
  if (problem !== undefined) return { field: 'privateKey', message: problem };
  if (!certificate || isKeyOf(certificate, privateKey)) return undefined;
  return { field: 'certificate', message: 'This certificate is not that of the private key' };
}

/** The assertion for one request, good for three minutes. */
export async function signAssertion(config: JwtAssertion, now: number): Promise<string> {
  const { use, clientId, subject, audience, tokenUrl, scope } = config;
  const { privateKey, algorithm, keyId, certificate } = config;
  const issuedAt = Math.floor(now / 1_000);
  const isGrant = use === 'grant';
  // A client speaks of itself (RFC 7523 §3).
  const about = subject || (isGrant ? '' : clientId);
  const header = {
    ...(keyId && { kid: keyId }),
    ...(certificate && { 'x5t#S256': findThumbprint(certificate) }),
  };
  const claims = {
    iss: clientId,
    ...(about && { sub: about }),
    aud: audience || tokenUrl,
    // Google reads it here, RFC 7521 beside the assertion.
    ...(isGrant && scope && { scope }),
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
    jti: randomUUID(),
  };
  return signWithKey({ header, claims }, algorithm, privateKey);
}
