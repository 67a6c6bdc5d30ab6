// A signed cookie for a login that waits for its second factor after the right password. It is valid for minutes.
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { Config } from '~/config';
import { RoleByProvider } from './single-sign-on-cookies';

const lifetimeSeconds = 10 * 60;

const ProvenIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  /** The role in the organization that newcomers join, if the provider names one. */
  role: RoleByProvider,
});
/** The identity at a provider of a person who has proven that the email is theirs. */
export type ProvenIdentity = z.infer<typeof ProvenIdentity>;

const PendingLogin = z.object({
  userId: z.string(),
  /** Changes with the password: a new password ends the pending login. */
  passwordMark: z.string(),
  /** The way of the login if it was not a password; for the audit log. */
  by: z.string().optional(),
  /** The longest duration of the session, in milliseconds. */
  sessionMs: z.number().optional(),
  /** The identity that the account is connected with once the code is right. */
  connects: ProvenIdentity.optional(),
  /** The end of the time for sending the code, in milliseconds since 1970. */
  until: z.number(),
});
/** A login that lacks only the second factor. */
export type PendingLogin = z.infer<typeof PendingLogin>;

function pendingLoginCookie(config: Config) {
  return createCookie('pending_login', {
    // The screen's data request goes to /login/code.data, which is not below /login/code.
    path: '/login',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
  });
}

/** Returns the `Set-Cookie` value that stores the pending login. */
export function serializePendingLogin(
  config: Config,
  login: Omit<PendingLogin, 'until'>,
  now: number,
): Promise<string> {
  const pending: PendingLogin = { ...login, until: now + lifetimeSeconds * 1000 };
  return pendingLoginCookie(config).serialize(pending, { maxAge: lifetimeSeconds });
}

/** Returns the `Set-Cookie` value that deletes it. */
export function clearPendingLogin(config: Config): Promise<string> {
  return pendingLoginCookie(config).serialize('', { maxAge: 0 });
}

/** Reads the login that waits for its code; undefined when there is none or its time is over. */
export async function readPendingLogin(
  config: Config,
  request: Request,
  now: number,
): Promise<PendingLogin | undefined> {
  const value: unknown = await pendingLoginCookie(config).parse(request.headers.get('Cookie'));
  // The signature proves that this server wrote the cookie, but an older version may have given it another form.
  const read = PendingLogin.safeParse(value);
  return read.success && read.data.until > now ? read.data : undefined;
}
