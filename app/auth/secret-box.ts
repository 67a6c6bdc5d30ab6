// Secrets at rest. AES-256-GCM (NIST SP 800-38D) with a fresh 96-bit nonce for each sealing; the associated data
// says what the secret belongs to, so that a sealed value copied to another row does not open there.
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const dots = '••••';

/** Seals `text` under a 32-byte key. Returns `v1.<nonce>.<tag>.<ciphertext>`, each part in base64url. */
export function seal(key: Buffer, text: string, associatedData: string): string {
  const nonce = takeNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(associatedData));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'))].join(
    '.',
  );
}

/**
 * Random bytes for many nonces at once. A run seals its variables often, and a call to the system for each nonce costs more
 * than the sealing.
 */
const nonces = Buffer.alloc(12 * 256);
let used = nonces.length;

function takeNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  used += 12;
  return nonces.subarray(used - 12, used);
}

/** Returns the sealed text; undefined when it was changed, or was sealed with another key or with other associated data. */
export function open(key: Buffer, sealed: string, associatedData: string): string | undefined {
  const [version, nonce, tag, ciphertext, rest] = sealed.split('.');
  if (version !== 'v1' || !nonce || !tag || ciphertext === undefined || rest !== undefined) return undefined;
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(associatedData));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(Buffer.from(ciphertext, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** The key that seals and opens, and during a key rotation a second one that opens. */
export interface AppKeys {
  appKey: Buffer;
  otherAppKey?: Buffer | undefined;
}

/** Opens a sealed text with whichever of the keys fits; see {@link open}. */
export function openSealed(
  { appKey, otherAppKey }: AppKeys,
  sealed: string,
  associatedData: string,
): string | undefined {
  const text = open(appKey, sealed, associatedData);
  return text === undefined && otherAppKey ? open(otherAppKey, sealed, associatedData) : text;
}

/** Returns what screens show of a secret: dots and its last four characters, or dots alone when it is short. */
export function maskSecret(secret: string): string {
  return secret.length < 8 ? dots : dots + secret.slice(-4);
}
