// JSON Web Tokens (RFC 7519) as signatures in compact form (RFC 7515 §7.1), by the algorithms of RFC 7518 §3.1 and RFC 8037.
import { constants, createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyAlgorithm, SecretAlgorithm } from '~/engine/connections/jwt-config';
import { noPrivateKey } from '~/engine/connections/config-parts';
import { stringifyJson } from '~/engine/json/json';
import { findCostProblem } from './key-cost';

interface Token {
  /** The header without `alg` and `typ`, which are added. */
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/** Signs a token with the bytes of a secret. */
export function signWithSecret(token: Token, algorithm: SecretAlgorithm, secret: Buffer): string {
  const text = writeSigned(token, algorithm);
  const signature = createHmac(hashOf(algorithm), secret).update(text).digest('base64url');
  return `${text}.${signature}`;
}

/** Signs outside the event loop: a large RSA key takes several milliseconds. */
const signInThread = promisify(sign);

/** Signs a token with a private key in PEM form, in which `findKeyProblem` found no problem. */
export async function signWithKey(
  token: Token,
  algorithm: KeyAlgorithm | 'auto',
  pem: string,
): Promise<string> {
  const { text, hash, how } = prepare(token, algorithm, pem);
  return `${text}.${(await signInThread(hash, text, how)).toString('base64url')}`;
}

/** Signs like `signWithKey` but synchronously, for a token that is made from a request as it is sent. */
export function signWithKeyNow(token: Token, algorithm: KeyAlgorithm, pem: string): string {
  const { text, hash, how } = prepare(token, algorithm, pem);
  return `${text}.${sign(hash, text, how).toString('base64url')}`;
}

function prepare(token: Token, algorithm: KeyAlgorithm | 'auto', pem: string) {
  const key = createPrivateKey(pem);
  const chosen = algorithm === 'auto' ? (listAlgorithms(key)[0] ?? 'RS256') : algorithm;
  const text = Buffer.from(writeSigned(token, chosen));
  // The salt is as long as the hash (RFC 7518 §3.5).
  const padding = chosen.startsWith('PS') && {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  // An ECDSA signature is its two numbers one after the other (RFC 7518 §3.4).
  const how = { key, dsaEncoding: 'ieee-p1363', ...padding } as const;
  return { text, hash: chosen === 'EdDSA' ? null : hashOf(chosen), how };
}

function writeSigned({ header, claims }: Token, alg: string): string {
  return `${encode({ alg, typ: 'JWT', ...header })}.${encode(claims)}`;
}

function encode(value: object): string {
  return Buffer.from(stringifyJson(value)).toString('base64url');
}

function hashOf(algorithm: string): string {
  return `sha${algorithm.slice(2)}`;
}

/** Says why a PEM text is no key for an algorithm, or for any with `auto`; undefined when it is one. */
export function findKeyProblem(pem: string, algorithm: KeyAlgorithm | 'auto'): string | undefined {
  const costly = findCostProblem(pem);
  if (costly !== undefined) return costly;
  const key = readKey(pem);
  if (!key) return noPrivateKey;
  const algorithms = listAlgorithms(key);
  if (algorithms.length === 0) return 'The key must be of RSA, of the curve P-256 or P-384, or of Ed25519';
  if (algorithm === 'auto' || algorithms.includes(algorithm)) return undefined;
  return `This key cannot sign with ${algorithm}; it is for ${algorithms.join(', ')}`;
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** Lists the algorithms that a key can sign with, the usual one first. */
function listAlgorithms({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyAlgorithm[] {
  if (asymmetricKeyType === 'rsa') return ['RS256', 'RS384', 'RS512', 'PS256'];
  if (asymmetricKeyType === 'ed25519') return ['EdDSA'];
  const curve = asymmetricKeyDetails?.namedCurve;
  if (curve === 'prime256v1') return ['ES256'];
  return curve === 'secp384r1' ? ['ES384'] : [];
}
