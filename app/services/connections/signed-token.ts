// The token that a connection of the kind `signed_jwt` gives a call.
import { randomUUID } from 'node:crypto';
import { isSecretAlgorithm, readClaims, type SignedJwt } from '~/engine/connections/jwt-config';
import { findKeyProblem, signWithKey, signWithSecret } from './signing/jwt';
import { findSecretProblem, readSecret } from './signing/signing-secret';

/** Signed now, in milliseconds since 1970, and good for the config's lifetime. */
export async function signToken(config: SignedJwt, now: number): Promise<string> {
  const { algorithm, key, keyEncoding, keyId, issuer, subject, audience, lifetime, claims } = config;
  const issuedAt = Math.floor(now / 1_000);
  const token = {
    header: keyId ? { kid: keyId } : {},
    claims: {
      ...(issuer && { iss: issuer }),
      ...(subject && { sub: subject }),
      ...(audience && { aud: audience }),
      ...readClaims(claims),
      iat: issuedAt,
      exp: issuedAt + Number(lifetime),
      jti: randomUUID(),
    },
  };
  return isSecretAlgorithm(algorithm)
    ? signWithSecret(token, algorithm, readSecret(key, keyEncoding))
    : signWithKey(token, algorithm, key);
}

/** Why nothing can be signed with the key; undefined when it can. */
export function findSignedTokenProblem({ algorithm, key, keyEncoding }: SignedJwt): string | undefined {
  return isSecretAlgorithm(algorithm) ? findSecretProblem(key, keyEncoding) : findKeyProblem(key, algorithm);
}
