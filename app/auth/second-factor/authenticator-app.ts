// Codes of authenticator apps: RFC 6238 with what every app knows, SHA-1, six digits and steps of 30 seconds.
import { Secret, TOTP } from 'otpauth';

/** A new key of 160 bits (RFC 4226, section 4, requirement 6), in Base32. */
export function createAppKey(): string {
  return new Secret({ size: 20 }).base32;
}

function appOf(key: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Wicked Integrations', label, secret: Secret.fromBase32(key) });
}

/** Returns the `otpauth:` URI that an app reads from a QR code, with the account's email as its label. */
export function describeAppKey(key: string, email: string): string {
  return appOf(key, email).toString();
}

/**
 * Returns the time step of a six-digit code; undefined unless it is the step of `now` (milliseconds since 1970) or the one
 * before or after: a phone's clock may be off, and typing takes a while (RFC 6238, section 5.2). Spaces are ignored, because
 * apps show a gap between the digits.
 */
export function findCodeStep(key: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '');
  // The library throws for texts of six characters that are not six bytes.
  if (!/^\d{6}$/.test(token)) return undefined;
  const app = appOf(key);
  const delta = app.validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : app.counter({ timestamp: now }) + delta;
}

/** The associated data of a sealed key of an authenticator app. */
export function associatedDataOfAppKey(userId: string): string {
  return `two-factor:${userId}`;
}
