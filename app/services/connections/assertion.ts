// The JSON Web Token that a key signs to ask for a token (RFC 7523): it says who asks, for whom, and whom it asks.
import { randomUUID } from 'node:crypto';
import { readClaims } from '~/engine/connections/jwt-config';
import type { JwtAssertion } from '~/engine/connections/oauth-configs';
import type { OauthConfig } from './oauth-config';
import { findThumbprint, isKeyOf } from './client-certificate';
import { findKeyProblem, signWithKey } from './signing/jwt';

/** The name of the grant in a request, and the name of this kind of client authentication (RFC 7523 §8). */
export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Salesforce accepts five minutes at most, and clocks may differ. */
const lifeSeconds = 180;
/** How far before now the assertion is issued: providers refuse one of the future, and their clock may be behind. */
const skewSeconds = 30;

/** Finds problems that only reading the key and its certificate shows; undefined when there is none. */
export function findAssertionProblem({
  privateKey,
  algorithm,
  certificate,
}: Pick<JwtAssertion, 'privateKey' | 'algorithm' | 'certificate'>):
  | { field: 'privateKey' | 'certificate'; message: string }
  | undefined {
  const problem = findKeyProblem(privateKey, algorithm);
  if (problem !== undefined) return { field: 'privateKey', message: problem };
  if (!certificate || isKeyOf(certificate, privateKey)) return undefined;
  return { field: 'certificate', message: 'This certificate is not that of the private key' };
}

/** Returns the assertion for one request, valid for three minutes; undefined for a connection that signs none. */
export async function signAssertion({ kind, config }: OauthConfig, now: number): Promise<string | undefined> {
  if (kind === 'oauth2_jwt') return sign(config, now);
  if (config.clientAuth !== 'private_key_jwt') return undefined;
  const audience = config.assertionAudience;
  return sign({ ...config, use: 'client', subject: '', audience, scope: '', claims: '' }, now);
}

/** The parts of a config that an assertion is made of. */
type Assertion = Pick<
  JwtAssertion,
  | 'use'
  | 'clientId'
  | 'subject'
  | 'audience'
  | 'tokenUrl'
  | 'scope'
  | 'privateKey'
  | 'algorithm'
  | 'keyId'
  | 'certificate'
  | 'claims'
>;

function sign(config: Assertion, now: number): Promise<string> {
  const { use, clientId, subject, audience, tokenUrl, scope } = config;
  const { privateKey, algorithm, keyId, certificate, claims: further } = config;
  const issuedAt = Math.floor(now / 1_000) - skewSeconds;
  const isGrant = use === 'grant';
  // A client that authenticates itself is its own subject (RFC 7523 §3).
  const about = subject || (isGrant ? '' : clientId);
  const header = {
    ...(keyId && { kid: keyId }),
    ...(certificate && { 'x5t#S256': findThumbprint(certificate) }),
  };
  const claims = {
    iss: clientId,
    ...(about && { sub: about }),
    aud: audience || tokenUrl,
    // Google reads the scope from the claims; RFC 7521 has it beside the assertion.
    ...(isGrant && scope && { scope }),
    ...readClaims(further),
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
    jti: randomUUID(),
  };
  return signWithKey({ header, claims }, algorithm, privateKey);
}
