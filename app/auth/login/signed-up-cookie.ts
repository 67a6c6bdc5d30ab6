// A signed cookie with the address that a person has just signed up with, for the login screen that follows. It is valid for
// minutes, and does not tell whether the address already had an account.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';

const lifetimeSeconds = 15 * 60;

function signedUpCookie(config: Config) {
  return createCookie('signed_up', {
    // The screen's data request goes to /login.data, which is not below /login.
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
  });
}

/** Returns the `Set-Cookie` value that stores the address. */
export function serializeSignedUp(config: Config, email: string): Promise<string> {
  return signedUpCookie(config).serialize(email, { maxAge: lifetimeSeconds });
}

/** Returns the `Set-Cookie` value that deletes it. */
export function clearSignedUp(config: Config): Promise<string> {
  return signedUpCookie(config).serialize('', { maxAge: 0 });
}

/** Reads the address of a sign-up minutes ago; undefined when there was none. */
export async function readSignedUp(config: Config, request: Request): Promise<string | undefined> {
  const value: unknown = await signedUpCookie(config).parse(request.headers.get('Cookie'));
  return typeof value === 'string' && value !== '' ? value : undefined;
}
