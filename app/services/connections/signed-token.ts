// The token that a connection of the kind `signed_jwt` gives a call.
import { isSecretAlgorithm, readClaims, type SignedJwt } from '~/engine/connections/jwt-config';
import { toTokenParts } from './signing/token-for-request';
import { findKeyProblem, signWithKey, signWithSecret } from './signing/jwt';
import { findSecretProblem, readSecret } from './signing/signing-secret';

/** Signs a token, valid from `now` (milliseconds since 1970) for the config's lifetime. */
export async function signToken(config: SignedJwt, now: number): Promise<string> {
  const { algorithm, key, keyEncoding } = config;
  const token = toTokenParts(config, readClaims(config.claims), now);
  return isSecretAlgorithm(algorithm)
    ? signWithSecret(token, algorithm, readSecret(key, keyEncoding))
    : signWithKey(token, algorithm, key);
}

/** Says why the key cannot sign; undefined when it can. */
export function findSignedTokenProblem({ algorithm, key, keyEncoding }: SignedJwt): string | undefined {
  return isSecretAlgorithm(algorithm) ? findSecretProblem(key, keyEncoding) : findKeyProblem(key, algorithm);
}
