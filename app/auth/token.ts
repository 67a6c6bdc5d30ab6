import { createHash, randomBytes } from 'node:crypto';

/** Returns a new secret for a cookie or a link: 256 random bits in base64url (43 characters). */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the form in which a token is stored: SHA-256 in hex. A random token needs neither salt nor slow hashing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
