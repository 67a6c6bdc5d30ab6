// A login whose password was right and whose code is awaited: signed, and for minutes only.
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { Config } from '~/config';
import { RoleByProvider } from './single-sign-on-cookies';

const lifetimeSeconds = 10 * 60;

const ProvenIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  /** In the organization that newcomers join, where the provider says it. */
  role: RoleByProvider,
});
/** Whom a provider knows a person as who has proven that the address is theirs. */
export type ProvenIdentity = z.infer<typeof ProvenIdentity>;

const PendingLogin = z.object({
  userId: z.string(),
  /** Of the password that was right: another one ends what is pending. */
  passwordMark: z.string(),
  /** What it was, where it was no password; for the audit. */
  by: z.string().optional(),
  /** How long the session lasts at most that it leads to. */
  sessionMs: z.number().optional(),
  /** What the account is connected with by the code. */
  connects: ProvenIdentity.optional(),
  /** Until when the code may be sent, in milliseconds since 1970. */
  until: z.number(),
});
/** Who has proven who they are, but for the second factor. */
export type PendingLogin = z.infer<typeof PendingLogin>;

function pendingLoginCookie(config: Config) {
  return createCookie('pending_login', {
    // Script reads the screen at /login/code.data, which is no path below /login/code.
    path: '/login',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
  });
}

/** The `Set-Cookie` value that carries it to the screen that asks for the code. */
export function serializePendingLogin(
  config: Config,
  login: Omit<PendingLogin, 'until'>,
  now: number,
): Promise<string> {
  const pending: PendingLogin = { ...login, until: now + lifetimeSeconds * 1000 };
  return pendingLoginCookie(config).serialize(pending, { maxAge: lifetimeSeconds });
}

/** The `Set-Cookie` value that forgets it. */
export function clearPendingLogin(config: Config): Promise<string> {
  return pendingLoginCookie(config).serialize('', { maxAge: 0 });
}

/** The login that waits for its code; undefined when there is none, or when it took too long. */
export async function readPendingLogin(
  config: Config,
  request: Request,
  now: number,
): Promise<PendingLogin | undefined> {
  const value: unknown = await pendingLoginCookie(config).parse(request.headers.get('Cookie'));
  // The signature says that it is ours; an older version may have meant something else by the name.
  const read = PendingLogin.safeParse(value);
  return read.success && read.data.until > now ? read.data : undefined;
}
