// A signed cookie with the address that a person has just signed up with, for the login screen that follows. It is valid for
// minutes, and does not tell whether the address already had an account: only a mailed link that this browser used marks it
// as verified.
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { Config } from '~/config';

const lifetimeSeconds = 15 * 60;

const Stored = z.object({ email: z.string().min(1), isVerified: z.boolean() });

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

interface SignedUp {
  email: string;
  /** Whether this browser has verified an address since. */
  isVerified: boolean;
}

/** Returns the `Set-Cookie` value that stores the address. */
export function serializeSignedUp(config: Config, signedUp: SignedUp): Promise<string> {
  return signedUpCookie(config).serialize(signedUp, { maxAge: lifetimeSeconds });
}

/** Returns the `Set-Cookie` value that deletes it. */
export function clearSignedUp(config: Config): Promise<string> {
  return signedUpCookie(config).serialize('', { maxAge: 0 });
}

/** Reads who signed up minutes ago; undefined when nobody did. */
export async function readSignedUp(config: Config, request: Request): Promise<SignedUp | undefined> {
  const stored = Stored.safeParse(await signedUpCookie(config).parse(request.headers.get('Cookie')));
  return stored.success ? stored.data : undefined;
}
