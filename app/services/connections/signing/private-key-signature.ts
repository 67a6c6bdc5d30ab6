// Signatures with a private key, by the algorithms of HTTP Message Signatures (RFC 9421 §3.3).
import { constants, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { noPrivateKey } from '~/engine/connections/config-parts';
import type { KeyAlgorithm } from '~/engine/connections/hmac-config';
import { findCostProblem } from './key-cost';

interface Signer {
  hash: string | null;
  /** The required type of key: RSA, the curve with this OpenSSL name, or Ed25519. */
  key: 'rsa' | 'prime256v1' | 'secp384r1' | 'ed25519';
  isPss?: true;
}

const signers: Record<KeyAlgorithm, Signer> = {
  'rsa-v1_5-sha256': { hash: 'sha256', key: 'rsa' },
  'rsa-pss-sha512': { hash: 'sha512', key: 'rsa', isPss: true },
  'ecdsa-p256-sha256': { hash: 'sha256', key: 'prime256v1' },
  'ecdsa-p384-sha384': { hash: 'sha384', key: 'secp384r1' },
  ed25519: { hash: null, key: 'ed25519' },
};

/** Signs with a key in which {@link findPrivateKeyProblem} found no problem. An ECDSA signature is its two numbers in a row. */
export function signWithPrivateKey(text: string, algorithm: KeyAlgorithm, pem: string): Buffer {
  const { hash, isPss } = signers[algorithm];
  const padding = isPss && {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  const how = { key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363', ...padding } as const;
  return sign(hash, Buffer.from(text), how);
}

/** Says why a PEM text is no key for an algorithm; undefined when it is one. */
export function findPrivateKeyProblem(pem: string, algorithm: KeyAlgorithm): string | undefined {
  const costly = findCostProblem(pem);
  if (costly !== undefined) return costly;
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return noPrivateKey;
  }
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  const isFor = (namedCurve ?? key.asymmetricKeyType) === signers[algorithm].key;
  return isFor ? undefined : `This key cannot sign with ${algorithm}`;
}
