// JSON Web Tokens (RFC 7519) that a sender signs with the secret or with its private key.
import { constants, createHash, createHmac, type KeyObject, verify } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import type { ClaimCondition, Proof, TokenPlace } from '~/engine/senders/proof';
import { openBody, parseJson } from './body-fields';
import { findCurveAlgorithm, isPublicText, readPublicKeyOfAny, type SenderKey } from './sender-key';
import type { SignedRequest } from './signed-request';

export interface SignedToken {
  head: Record<string, unknown>;
  claims: Record<string, unknown>;
  signed: Buffer;
  signature: Buffer;
}

const maxHeaderCharacters = 8_192;
/** The limit for a token in the body, which describes an event. */
const maxBodyBytes = 256 * 1024;

/** Returns the token at its place in a request; the token in a header may follow `Bearer`. */
export function findSignedToken(
  request: SignedRequest,
  { header, path }: TokenPlace,
): SignedToken | undefined {
  if (path === undefined) return findHeaderToken(request.header(header));
  if (request.body.length > maxBodyBytes) return undefined;
  const text = path === '$' ? request.body.toString('latin1').trim() : openBody(request)(path);
  return readToken(text ?? '');
}

export function findHeaderToken(value = ''): SignedToken | undefined {
  const text = value.replace(/^bearer +/i, '');
  return text.length > maxHeaderCharacters ? undefined : readToken(text);
}

function readToken(text: string): SignedToken | undefined {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return undefined;
  const [head = '', claims = '', signature = ''] = text.split('.');
  return {
    head: parseObjectOrEmpty(Buffer.from(head, 'base64url').toString('utf8')),
    claims: parseObjectOrEmpty(Buffer.from(claims, 'base64url').toString('utf8')),
    signed: Buffer.from(`${head}.${claims}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** Returns an object of JSON; an empty object for anything else. */
export function parseObjectOrEmpty(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Checks a token by the secret, which may be a public key. `now` in milliseconds since 1970. */
export function isToken(
  request: SignedRequest,
  proof: Extract<Proof, { kind: 'jwt' }>,
  secret: string,
  now: number,
): boolean {
  const token = findSignedToken(request, proof);
  if (!token || !isSignedBySecret(token, secret) || !isInTime(token.claims, now)) return false;
  return hasClaim(token, proof) && claimsBody(token, proof.bodyClaim, request);
}

/** Checks whether a required claim has its value: a text as it is, a number or boolean as JSON writes it. */
export function hasClaim({ claims }: SignedToken, { claim, claimValue }: ClaimCondition): boolean {
  if (claim === undefined) return true;
  if (!Object.hasOwn(claims, claim)) return false;
  if (claimValue === undefined) return true;
  const values = [claims[claim]].flat();
  return values.some((each) => isScalar(each) && isSame(String(each), claimValue));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Checks whether a claim holds the SHA-256 hash of the body, where one is required. */
export function claimsBody(
  { claims }: SignedToken,
  bodyClaim: string | undefined,
  { body }: SignedRequest,
): boolean {
  if (bodyClaim === undefined) return true;
  const hash = Object.hasOwn(claims, bodyClaim) ? claims[bodyClaim] : undefined;
  const expected = createHash('sha256').update(body).digest();
  // FusionAuth writes the hash in base64.
  return (
    typeof hash === 'string' &&
    (['hex', 'base64', 'base64url'] as const).some((each) => isSame(hash, expected.toString(each)))
  );
}

/** The secret decides the algorithm, not the token: a public key is never used as the key of an HMAC. */
function isSignedBySecret(token: SignedToken, secret: string): boolean {
  const { alg, crit } = token.head;
  if (crit !== undefined || typeof alg !== 'string') return false;
  if (isPublicText(secret)) {
    const key = readPublicKeyOfAny(secret);
    return key !== undefined && isFor({ key }, alg) && isSignedBy(token, key, alg);
  }
  const hash = /^HS(?:256|384|512)$/.test(alg) ? hashes[alg.slice(2)] : undefined;
  if (hash === undefined) return false;
  const expected = createHmac(hash, secret).update(token.signed).digest('base64url');
  return isSame(token.signature.toString('base64url'), expected);
}

/** How far clocks may differ. */
const leewaySeconds = 60;

/** Checks whether a token has not expired and is valid already, where it says so. */
export function isInTime({ exp, nbf }: Record<string, unknown>, now: number): boolean {
  const seconds = now / 1000;
  if (exp !== undefined && !(typeof exp === 'number' && seconds < exp + leewaySeconds)) return false;
  return nbf === undefined || (typeof nbf === 'number' && seconds > nbf - leewaySeconds);
}

const hashes: Record<string, string> = { 256: 'sha256', 384: 'sha384', 512: 'sha512' };

/**
 * Checks whether a key is for an algorithm (RFC 7518 §3, RFC 8037 §3.1). The key decides the algorithms, not the token: no
 * algorithm uses a public key as a secret, and `none` is never accepted.
 */
function isFor({ key, alg: fixed }: SenderKey, alg: string): boolean {
  return (fixed === undefined || fixed === alg) && listAlgorithms(key).includes(alg);
}

/** How many keys are tried for a token that names none; senders have two or three. A check costs the server time. */
const maxTried = 5;

/** Checks whether a key that fits the token's algorithm, and its key name if it has one, signed the token. */
export function isSignedByAny(token: Omit<SignedToken, 'claims'>, keys: readonly SenderKey[]): boolean {
  const { alg, kid } = token.head;
  if (typeof alg !== 'string') return false;
  const fitting = keys.filter((key) => (kid === undefined || key.kid === kid) && isFor(key, alg));
  return fitting.slice(0, maxTried).some((key) => isSignedBy(token, key.key, alg));
}

/** Checks a signature by an algorithm that fits the key. */
function isSignedBy(
  { signed, signature }: Pick<SignedToken, 'signed' | 'signature'>,
  key: KeyObject,
  alg: string,
): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, signed, key, signature);
  const hash = hashes[alg.slice(2)];
  if (key.asymmetricKeyType === 'ec')
    return verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
  if (alg.startsWith('RS')) return verify(hash, signed, key, signature);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify(hash, signed, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }, signature);
}

function listAlgorithms(key: KeyObject): string[] {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
    case 'ec':
      return [findCurveAlgorithm(key) ?? []].flat();
    case 'ed25519':
      return ['EdDSA', 'Ed25519'];
    default:
      return [];
  }
}
