// The JSON Web Tokens of a connection of the kind `signed_jwt`. Those made for one request name its path or body in claims.
import { randomUUID } from 'node:crypto';
import { toTokenHeader } from '~/engine/connections/grant';
import { isSecretAlgorithm, mapTexts, readClaims, type SignedJwt } from '~/engine/connections/jwt-config';
import { signWithKeyNow, signWithSecret } from './jwt';
import { beginMoment, fillFromRequest } from './request-parts';
import type { Signable, Signed } from './signable';
import { readSecret } from './signing-secret';

/** Returns a token's header and claims, with further claims; `now` is in milliseconds since 1970. */
export function toTokenParts(
  { keyId, issuer, subject, audience, lifetime }: SignedJwt,
  further: Record<string, unknown>,
  now: number,
) {
  const issuedAt = Math.floor(now / 1_000);
  return {
    header: keyId ? { kid: keyId } : {},
    claims: {
      ...(issuer && { iss: issuer }),
      ...(subject && { sub: subject }),
      ...(audience && { aud: audience }),
      ...further,
      iat: issuedAt,
      exp: issuedAt + Number(lifetime),
      jti: randomUUID(),
    },
  };
}

/** Claims that consist of one of these alone are numbers, as `nbf` has to be (RFC 7519 §2). */
const number = /^\{\{\s*(?:timestamp|timestamp_ms|expires|body_length)\s*\}\}$/;

/** Returns the request with a token made for it alone; `now` is in milliseconds since 1970. */
export function signWithToken(request: Signable, config: SignedJwt, now: number): Signed {
  const { algorithm, key, keyEncoding } = config;
  const moment = beginMoment(now);
  const claims = mapTexts(readClaims(config.claims), (text) => {
    const filled = fillFromRequest(text, request, config, moment, '');
    return number.test(text) ? Number(filled) : filled;
  });
  const token = toTokenParts(config, claims as Record<string, unknown>, now);
  const signed = isSecretAlgorithm(algorithm)
    ? signWithSecret(token, algorithm, readSecret(key, keyEncoding))
    : signWithKeyNow(token, algorithm, key);
  const [name, value] = toTokenHeader(config, signed);
  const others = request.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { url: request.url, headers: [...others, [name, value]], secrets: [signed] };
}
