// Seals the bytes of a large file in parts. Each file has a key of its own, which is sealed by the installation's: a change of
// that key seals one short text again and not the bytes.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';

/** The bytes of a part, the last one excepted: encrypting and storing one takes a few milliseconds. */
export const partBytes = 256 * 1024;

const algorithm = 'aes-256-gcm';
const tagBytes = 16;

/** Returns the associated data of the key of a file. */
export function associatedDataOfFile(id: string): string {
  return `saved-file:${id}`;
}

/** Makes a key for a file and seals it. */
export function createFileKey({ appKey }: AppKeys, id: string): { key: Buffer; sealedKey: string } {
  const key = randomBytes(32);
  return { key, sealedKey: seal(appKey, key.toString('base64'), associatedDataOfFile(id)) };
}

/** Returns the key of a file; undefined when it cannot be decrypted with the server's key. */
export function openFileKey(keys: AppKeys, id: string, sealedKey: string): Buffer | undefined {
  const key = openSealed(keys, sealedKey, associatedDataOfFile(id));
  return key === undefined ? undefined : Buffer.from(key, 'base64');
}

/** Seals a part, once: the tag, then the encrypted bytes. No other part has the nonce, since the key is that of the file alone. */
export function sealPart(key: Buffer, part: number, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, nonceOf(part));
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([cipher.getAuthTag(), ...encrypted]);
}

/** Opens what {@link sealPart} sealed; undefined when it was changed, or is another part. */
export function openPart(key: Buffer, part: number, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, nonceOf(part), { authTagLength: tagBytes });
    decipher.setAuthTag(sealed.subarray(0, tagBytes));
    const bytes = decipher.update(sealed.subarray(tagBytes));
    decipher.final();
    return bytes;
  } catch {
    return undefined;
  }
}

function nonceOf(part: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(part, 8);
  return nonce;
}
