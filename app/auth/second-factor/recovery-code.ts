// Codes with which a person logs in after losing the authenticator app. Each has 120 random bits, so a plain hash is enough
// (ASVS 5.0, 6.5.2).
import { hkdfSync, randomBytes } from 'node:crypto';
import { hashToken } from '../token';

const codeCount = 10;

/** Crockford's Base32, which has no letter that looks like a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** The characters of a code. */
const codeLength = 24;

/**
 * Returns ten new codes as they are shown: four groups of six characters. They are random, or follow from `seed`, a secret of 256
 * random bits.
 */
export function createRecoveryCodes(seed?: string): string[] {
  const length = codeCount * codeLength;
  const bytes =
    seed === undefined
      ? randomBytes(length)
      : Buffer.from(hkdfSync('sha256', seed, '', 'recovery codes', length));
  return Array.from({ length: codeCount }, (_, index) => {
    const own = bytes.subarray(index * codeLength, (index + 1) * codeLength);
    const code = Array.from(own, (byte) => letters[byte % letters.length]).join('');
    return code.replace(/.{6}(?=.)/g, '$&-');
  });
}

/** Returns the hash of a code that is stored. Case, spaces and dashes are ignored. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[\s-]/g, ''));
}
