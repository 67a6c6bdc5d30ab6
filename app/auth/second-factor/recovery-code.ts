// Codes with which a person logs in after losing the authenticator app. Each has 120 random bits, so a plain hash is enough
// (ASVS 5.0, 6.5.2).
import { randomBytes } from 'node:crypto';
import { hashToken } from '../token';

const codeCount = 10;

/** Crockford's Base32, which has no letter that looks like a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns ten new codes as they are shown: four groups of six characters. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const code = Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('');
    return code.replace(/.{6}(?=.)/g, '$&-');
  });
}

/** Returns the hash of a code that is stored. Case, spaces and dashes are ignored. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[\s-]/g, ''));
}
