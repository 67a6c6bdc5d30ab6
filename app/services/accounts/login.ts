import type { KnownDevice } from '~/auth/known-device';
import { createSession, endSession, findSessionUser } from '~/auth/session';
import type { AppContext } from '~/context';
import { insertAudit } from '~/db/organizations/audit';
import { type User, findCredentials } from '~/db/accounts/users';
import type { Login } from '~/fields';
import type { Problem } from '~/problem';
import { clearLogins, countLogin, findDeviceKey } from '../limits/account-limits';

/** What the server knows of a caller who asks for a session. */
export interface LoginCaller {
  address: string;
  userAgent: string | null;
  /** What the browser is known by, if it signed in to any account before. */
  device?: KnownDevice | undefined;
  /** The token of the session the caller has already; the new one replaces it. */
  sessionToken?: string;
}

/**
 * Checks email and password and starts a session, whose token goes into the cookie. Problems: wrong-credentials,
 * unverified-email (only after the right password), too-many-logins. Whether the email has an account shows neither
 * in the outcome nor in the time: a hash and a commit each.
 */
export async function logIn(
  context: AppContext,
  input: Login,
  caller: LoginCaller,
): Promise<{ kind: 'logged-in'; user: User; sessionToken: string } | Problem> {
  const { address } = caller;
  const userAgent = caller.userAgent?.slice(0, 500) ?? null;
  const credentials = await findCredentials(context.db, input.email);
  const attempt = { email: input.email, device: findDeviceKey(caller.device, credentials?.user.id) };
  const retryAfterSeconds = countLogin(context, { ...attempt, address });
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };

  const matches = await context.passwords.verify(input.password, credentials?.passwordHash);
  const now = context.now();
  if (!credentials || !matches) {
    await insertAudit(context.db, { kind: 'login-failed', userId: credentials?.user.id, address, now });
    return { kind: 'wrong-credentials' };
  }

  const { user } = credentials;
  clearLogins(context, attempt);
  if (!user.emailVerified) {
    await insertAudit(context.db, {
      kind: 'login-failed',
      userId: user.id,
      detail: 'Email not verified',
      address,
      now,
    });
    return { kind: 'unverified-email' };
  }
  const sessionToken = await context.db.transaction(async (tx) => {
    // The password may have been changed, or the account deleted, while this one was checked.
    if ((await findCredentials(tx, input.email))?.passwordHash !== credentials.passwordHash) return undefined;
    if (caller.sessionToken) await endSession(tx, caller.sessionToken);
    await insertAudit(tx, { kind: 'login', userId: user.id, address, now });
    return createSession(tx, { userId: user.id, userAgent, address, now });
  });
  return sessionToken === undefined
    ? { kind: 'wrong-credentials' }
    : { kind: 'logged-in', user, sessionToken };
}

/** Ends the session on the server. A token without a session is no error: the aim is reached. */
export async function logOut(
  context: AppContext,
  sessionToken: string | undefined,
  address: string,
): Promise<void> {
  if (sessionToken === undefined) return;
  const now = context.now();
  await context.db.transaction(async (tx) => {
    const user = await findSessionUser(tx, sessionToken, now);
    if (!user) return;
    await endSession(tx, sessionToken);
    await insertAudit(tx, { kind: 'logout', userId: user.id, address, now });
  });
}
