// The address that a person has just signed up with, for the login screen that follows: signed, and for minutes only. It
// says nothing about whether the address had an account.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';

const lifetimeSeconds = 15 * 60;

function signedUpCookie(config: Config) {
  return createCookie('signed_up', {
    // Script reads the screen at /login.data, which is no path below /login.
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
  });
}

/** The `Set-Cookie` value that carries the address to the login screen. */
export function serializeSignedUp(config: Config, email: string): Promise<string> {
  return signedUpCookie(config).serialize(email, { maxAge: lifetimeSeconds });
}

/** The `Set-Cookie` value that forgets it. */
export function clearSignedUp(config: Config): Promise<string> {
  return signedUpCookie(config).serialize('', { maxAge: 0 });
}

/** The address that was signed up with a moment ago; undefined for everybody else. */
export async function readSignedUp(config: Config, request: Request): Promise<string | undefined> {
  const value: unknown = await signedUpCookie(config).parse(request.headers.get('Cookie'));
  return typeof value === 'string' && value !== '' ? value : undefined;
}
