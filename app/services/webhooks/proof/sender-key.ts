// Public keys of senders, and which kinds are accepted. The owner of a trigger chooses the key. A signature check with an
// unusual key takes many times as long, also for a stranger's delivery, so only common kinds are accepted.
import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key that a sender publishes, of an accepted kind and length. */
export interface SenderKey {
  key: KeyObject;
  /** `kid` and `alg` of a key set (RFC 7517 §4.5, §4.4). */
  kid?: string | undefined;
  alg?: string | undefined;
  /** The validity of a certificate, or of a key of Plaid's, in milliseconds since 1970. */
  validFrom?: number;
  validTo?: number;
}

/** The address of keys: fetched by GET, or by POST with a JSON text that holds credentials. */
export type KeyAddress = string | { url: string; json: string };

export interface SenderKeys {
  /** Returns the keys that were fetched for this organization and may still be used. */
  findKept(address: KeyAddress, organizationId: string): readonly SenderKey[] | undefined;
  /**
   * Fetches keys that are not kept, or keys older than a minute when a sender names one that is not among them. A failure
   * leaves the kept keys as they are. `network`: that of the sender which names the key. Each network has fetches of its own
   * for an integration, so that a stranger who makes keys up keeps no sender out. Returns 0 when the last fetch was answered,
   * with keys or not; otherwise the keys are unknown, and the number says after how many seconds to ask again.
   */
  refresh(
    address: KeyAddress,
    owner: { organizationId: string; integrationId: string; network: string },
  ): Promise<number>;
  /**
   * Returns why the last fetch gave no keys although it was answered, as a sentence; undefined when it gave some, was not
   * answered, or is forgotten.
   */
  explainMissing(address: KeyAddress, organizationId: string): string | undefined;
}

/** Checks whether one of these keys signed a request in which everything else fits. */
export type KeyCheck = (keys: readonly SenderKey[]) => boolean;

/** The algorithm (RFC 7518 §3.4) of each curve, by OpenSSL's names. */
const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

const [fewestBits, maxBits] = [2048, 4096];
/** The limit of exponents; nearly all keys have 65537. One as long as the modulus makes a check as expensive as signing. */
const maxExponent = 2n ** 32n;

/** Accepts RSA with 2048 to 4096 bits and an exponent of at most 32 bits, P-256, P-384, P-521 and Ed25519. */
export function isWithinBounds(key: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = maxExponent } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return modulusLength >= fewestBits && modulusLength <= maxBits && publicExponent < maxExponent;
    case 'ec':
      return findCurveAlgorithm(key) !== undefined;
    default:
      return key.asymmetricKeyType === 'ed25519';
  }
}

/** Returns `ES256`, `ES384` or `ES512`; undefined for any other curve. */
export function findCurveAlgorithm({ asymmetricKeyDetails }: KeyObject): string | undefined {
  return curves[asymmetricKeyDetails?.namedCurve ?? ''];
}

/** The bytes before the 32 bytes of an Ed25519 key in its `SubjectPublicKeyInfo` (RFC 8410 §4). */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex');

/** Like {@link readPublicKeyOfAny}, but only for keys of this type. */
export function readPublicKey(text: string, type: string): KeyObject | undefined {
  const key = readPublicKeyOfAny(text);
  return key?.asymmetricKeyType === type ? key : undefined;
}

/** Returns the bytes of a key in hex or base64, with or without the lines of PEM around them. */
function readBytes(text: string): Buffer {
  const bare = text.replaceAll(/-----[A-Z ]+-----|\\[nr]|\s/g, '');
  return Buffer.from(bare, /^(?:[\da-f]{2}){32,}$/i.test(bare) ? 'hex' : 'base64');
}

/**
 * Checks whether a text is a public key or certificate, accepted or not: PEM, its base64 alone, or a JSON Web Key. Anybody may
 * know it, so it is never the secret of an HMAC. 32 bytes alone may be a key or a secret; they count as a secret.
 */
export function isPublicText(text: string): boolean {
  return text.includes('-----BEGIN') || /^\s*\{.*"kty"/s.test(text) || isSequence(readBytes(text));
}

/** Checks whether the bytes are one DER sequence (X.690 §8.1.3), as keys and certificates are. */
function isSequence(bytes: Buffer): boolean {
  const [tag, first = 0] = bytes;
  const lengthBytes = first > 0x80 && first <= 0x84 ? first - 0x80 : 0;
  if (tag !== 0x30 || bytes.length <= 32) return false;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  return bytes.length === 2 + lengthBytes + length;
}

/**
 * Reads a key as its sender shows it: 32 bytes in hex or base64, or `SubjectPublicKeyInfo` in base64 or PEM (RFC 7468). A text
 * field may have joined the lines of PEM, and JSON may have escaped them. Returns undefined for keys that are not accepted.
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
