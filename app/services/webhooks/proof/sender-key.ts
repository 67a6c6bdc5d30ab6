// Public keys of senders, and which kinds are accepted. The owner of a trigger chooses the key, and a signature check with an
// unusual key takes many times as long, also for deliveries of strangers. So only common kinds are accepted.
import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key that a sender publishes, of a kind and length that are taken. */
export interface SenderKey {
  key: KeyObject;
  /** Of a key set (RFC 7517 §4.5, §4.4). */
  kid?: string | undefined;
  alg?: string | undefined;
  /** Of a certificate, or a key of Plaid's, in milliseconds since 1970. */
  validFrom?: number;
  validTo?: number;
}

/** Where keys are fetched by GET, or asked for by POST with a text of JSON, which holds credentials. */
export type KeyAddress = string | { url: string; json: string };

export interface SenderKeys {
  /** What was fetched for this organization before and is still to be used. */
  findKept(address: KeyAddress, organizationId: string): readonly SenderKey[] | undefined;
  /**
   * Fetches what is not kept, or, where a sender names a key that is not among them, what is older than a minute. Whatever goes
   * wrong leaves what was there.
   */
  refresh(address: KeyAddress, owner: { organizationId: string; integrationId: string }): Promise<void>;
}

/** The algorithm (RFC 7518 §3.4) of each curve, by OpenSSL's names. */
const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

const [fewestBits, mostBits] = [2048, 4096];
/** Nearly all keys have 65537. One as long as the modulus makes a check cost as much as a signature. */
const mostExponent = 2n ** 32n;

/** Whether it is one of RSA with 2048 to 4096 bits and an exponent of at most 32, of P-256, P-384 or P-521, or of Ed25519. */
export function isWithinBounds(key: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = mostExponent } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return modulusLength >= fewestBits && modulusLength <= mostBits && publicExponent < mostExponent;
    case 'ec':
      return findCurveAlgorithm(key) !== undefined;
    default:
      return key.asymmetricKeyType === 'ed25519';
  }
}

/** `ES256` and its like; undefined for any other curve. */
export function findCurveAlgorithm({ asymmetricKeyDetails }: KeyObject): string | undefined {
  return curves[asymmetricKeyDetails?.namedCurve ?? ''];
}

/** What stands before the 32 bytes of an Ed25519 key in its `SubjectPublicKeyInfo` (RFC 8410 §4). */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex');

/** {@link readPublicKeyOfAny}, of this type alone. */
export function readPublicKey(text: string, type: string): KeyObject | undefined {
  const key = readPublicKeyOfAny(text);
  return key?.asymmetricKeyType === type ? key : undefined;
}

/** The bytes of a key in hex or base64, with or without the lines of PEM around them. */
function readBytes(text: string): Buffer {
  const bare = text.replaceAll(/-----[A-Z ]+-----|\\[nr]|\s/g, '');
  return Buffer.from(bare, /^[\da-f]{64}$/i.test(bare) ? 'hex' : 'base64');
}

/**
 * Whether a text is a public key or a certificate, also one that is not taken: in PEM, as the base64 of it alone, or as a JSON Web Key. Anybody may
 * know it, so it is never the secret of an HMAC. 32 bytes alone may be either, and are not.
 */
export function isPublicText(text: string): boolean {
  return text.includes('-----BEGIN') || /^\s*\{.*"kty"/s.test(text) || isSequence(readBytes(text));
}

/** Whether it is a sequence of DER (X.690 §8.1.3) and nothing else, as keys and certificates are. */
function isSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  const lengthBytes = first > 0x80 && first <= 0x84 ? first - 0x80 : 0;
  if (tag !== 0x30 || bytes.length <= 32) return false;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  return bytes.length === 2 + lengthBytes + length;
}

/**
 * A key as its sender shows it: 32 bytes in hex or base64, or `SubjectPublicKeyInfo` in base64 or PEM (RFC 7468), whose lines a
 * field may have joined and JSON escaped; undefined of any that is not taken.
 */
export function readPublicKeyOfAny(text: string): KeyObject | undefined {
  const bytes = readBytes(text);
  const der = bytes.length === 32 ? Buffer.concat([ed25519Head, bytes]) : bytes;
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return isWithinBounds(key) ? key : undefined;
  } catch {
    return undefined;
  }
}
