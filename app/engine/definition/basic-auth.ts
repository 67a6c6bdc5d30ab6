// Basic authentication (RFC 7617): a user name and a password, joined by a colon, in UTF-8 and base64.
import type { AuthConfig } from './api-call';

type BasicAuth = Extract<AuthConfig, { type: 'basic' }>;

/** Encodes the credentials that follow `Basic `. */
export function encodeCredentials(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Returns why a user name and a password cannot be sent (RFC 7617 §2); undefined when they can. */
export function findBasicProblem(username: string, password: string): string | undefined {
  if (username.includes(':')) {
    return 'A username must not contain a colon: Basic authentication would take the rest for the password';
  }
  if (/\p{Cc}/u.test(username + password)) {
    return 'Username and password must not contain line breaks or other control characters';
  }
  return undefined;
}

/** Checks whether the user name is the secret: several services take a key as the user name, without a password. */
export function isUsernameSecret({ password }: Pick<BasicAuth, 'password'>): boolean {
  return password === '';
}

/** Lists the texts that a log must not show: the password, or else the user name, and both as they are sent. */
export function listBasicSecrets({ username, password }: Omit<BasicAuth, 'type'>): string[] {
  return [isUsernameSecret({ password }) ? username : password, encodeCredentials(username, password)];
}
