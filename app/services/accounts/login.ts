import type { KnownDevice } from '~/auth/login/known-device';
import { createSession, endSession, findSessionUser } from '~/auth/session';
import { hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { insertAuditEntry, replaceAuditEntry } from '~/db/organizations/audit-entries';
import { findTwoFactor } from '~/db/accounts/two-factor';
import { findCredentials, findUser, type User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { twoFactorMessage } from '~/email/account-messages';
import type { LoginWithCode } from '~/fields';
import type { ProvenIdentity } from '~/auth/login/pending-login-cookie';
import type { Problem } from '~/problem';
import { clearCodes, clearLogins, countCode, countLogin, findDeviceOfUser } from '../limits/account-limits';
import { countGuestEntry } from '../limits/guest-entries';
import { queueEmail } from '../mail';
import { takeCode } from './second-factor';

/** The facts that the server knows about a caller who asks for a session. */
export interface LoginCaller {
  address: string;
  userAgent: string | null;
  /** The mark of the browser, if it signed in to any account before. */
  device?: KnownDevice | undefined;
  /** The token of the session that the caller already has; the new session replaces it. */
  sessionToken?: string;
  /** The maximum length of the session in milliseconds; 14 days unless given. */
  sessionMs?: number;
}

export interface LoggedIn {
  kind: 'logged-in';
  user: User;
  sessionToken: string;
}

/** The outcome of a login whose person is known but whose account also asks for a code. */
export interface CodeAwaited extends ProvenPassword {
  kind: 'code-awaited';
  /** The identity that the account is connected with once the code is right. */
  connects?: ProvenIdentity;
}

/** A person who has just proven who they are, by the password or by single sign-on. */
export interface ProvenPassword {
  userId: string;
  /** The hash of the stored password hash. It changes with the password. */
  passwordMark: string;
  /** The name of the proof where it was no password; for the audit log. */
  by?: string | undefined;
  /** The maximum length of the session that the proof leads to, in milliseconds. */
  sessionMs?: number | undefined;
}

/**
 * Checks email and password and starts a session, whose token goes into the cookie. An account with two-factor authentication
 * also asks for a code. Problems: password-login-off, wrong-credentials, unverified-email (only after the right password),
 * wrong-code, too-many-logins. Neither the outcome nor the time shows whether the email has an account: both cases cost a hash
 * and a commit.
 */
export async function logIn(
  context: AppContext,
  input: LoginWithCode,
  caller: LoginCaller,
): Promise<LoggedIn | CodeAwaited | Problem> {
  if (!context.config.passwordLogin) return { kind: 'password-login-off' };
  const { address } = caller;
  const credentials = await findCredentials(context.db, input.email);
  const attempt = { email: input.email, device: findDeviceOfUser(caller.device, credentials?.user.id) };
  const retryAfterSeconds = countLogin(context, { ...attempt, address });
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };

  const matches = await context.passwords.verify(input.password, credentials?.passwordHash);
  const now = context.now();
  if (!credentials || !matches) {
    const userId = credentials?.user.id;
    const entry = countGuestEntry(context, { kind: 'login-failed', userId, address, now });
    await replaceAuditEntry(context.db, entry);
    return { kind: 'wrong-credentials' };
  }

  const { user } = credentials;
  clearLogins(context, attempt);
  if (!user.emailVerified) {
    const failed = { kind: 'login-failed', userId: user.id, detail: 'Email not verified' } as const;
    await replaceAuditEntry(context.db, countGuestEntry(context, { ...failed, address, now }));
    return { kind: 'unverified-email' };
  }
  const proven = { userId: user.id, passwordMark: hashToken(credentials.passwordHash) };
  if (await findTwoFactor(context.db, user.id)) {
    if (input.code === undefined) return { kind: 'code-awaited', ...proven };
    return logInByCode(context, proven, input.code, caller);
  }
  // While the password was checked, it may have been changed, the account deleted, or a second factor added.
  const loggedIn = await context.db.transaction(async (tx) => {
    const known = await findProven(tx, proven);
    if (!known || (await findTwoFactor(tx, user.id))) return undefined;
    return beginSession(tx, known, caller, now);
  });
  return loggedIn ?? { kind: 'wrong-credentials' };
}

/**
 * Starts the session of a person who has proven who they are, by a code of the account's authenticator app or one of its
 * recovery codes. The person has five tries in 15 minutes. Problems: wrong-code, wrong-credentials (the password or the second
 * factor was changed meanwhile), too-many-logins.
 */
export async function logInByCode(
  context: AppContext,
  proven: ProvenPassword,
  code: string,
  caller: LoginCaller,
): Promise<LoggedIn | Problem> {
  const { address } = caller;
  const { userId } = proven;
  const retryAfterSeconds = countCode(context, userId, address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  const now = context.now();
  const outcome = await context.db.transaction(async (tx): Promise<LoggedIn | Problem> => {
    const user = await findProven(tx, proven);
    const factor = user && (await findTwoFactor(tx, userId));
    if (!factor) return { kind: 'wrong-credentials' };
    const accepted = await takeCode(context.config, tx, factor, { userId, code, now });
    if (!accepted) {
      await insertAuditEntry(tx, { kind: 'login-failed', userId, detail: 'Wrong code', address, now });
      return { kind: 'wrong-code' };
    }
    if (accepted === 'recovery-code') {
      await insertAuditEntry(tx, { kind: 'recovery-code-used', userId, address, now });
      const message = twoFactorMessage('recovery-code-used', `${context.config.appUrl}/forgot-password`);
      await queueEmail(context, tx, { recipient: user.email, message, now });
    }
    const { sessionMs } = proven;
    const limited = sessionMs === undefined ? caller : { ...caller, sessionMs };
    return beginSession(tx, user, limited, now, proven.by);
  });
  if (outcome.kind === 'logged-in') clearCodes(context, userId);
  context.wake();
  return outcome;
}

/** Returns the user of a proof as long as their password is still the same. */
async function findProven(tx: Queries, { userId, passwordMark }: ProvenPassword): Promise<User | undefined> {
  const email = (await findUser(tx, userId))?.email;
  const credentials = email === undefined ? undefined : await findCredentials(tx, email);
  return credentials && hashToken(credentials.passwordHash) === passwordMark ? credentials.user : undefined;
}

/**
 * Continues the login of a person who has proven who they are by something other than a password; the audit log names it as
 * `detail`. Asks for the second factor if the account has one, else starts a session.
 */
export async function beginLogin(
  tx: Queries,
  user: User,
  caller: LoginCaller,
  now: number,
  detail: string,
): Promise<LoggedIn | CodeAwaited> {
  const awaited = await findCodeAwaited(tx, user, detail);
  if (awaited) return { ...awaited, sessionMs: caller.sessionMs };
  return beginSession(tx, user, caller, now, detail);
}

/** Returns what an account with a second factor asks for after the proof `by`; undefined for one without. */
export async function findCodeAwaited(tx: Queries, user: User, by: string): Promise<CodeAwaited | undefined> {
  if (!(await findTwoFactor(tx, user.id))) return undefined;
  const stored = await findCredentials(tx, user.email);
  return { kind: 'code-awaited', userId: user.id, passwordMark: hashToken(stored?.passwordHash ?? ''), by };
}

/** Starts a session in the transaction that proved who the person is. `detail` names the proof where it was no password. */
export async function beginSession(
  tx: Queries,
  user: User,
  caller: LoginCaller,
  now: number,
  detail?: string,
): Promise<LoggedIn> {
  const { address } = caller;
  const userAgent = caller.userAgent?.slice(0, 500) ?? null;
  if (caller.sessionToken) await endSession(tx, caller.sessionToken);
  await insertAuditEntry(tx, {
    kind: 'login',
    userId: user.id,
    address,
    now,
    ...(detail !== undefined && { detail }),
  });
  const sessionToken = await createSession(tx, {
    userId: user.id,
    userAgent,
    address,
    now,
    ...(caller.sessionMs !== undefined && { sessionMs: caller.sessionMs }),
  });
  return { kind: 'logged-in', user, sessionToken };
}

/** Ends the session on the server. A token without a session is no error: the session is over already. */
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
    await insertAuditEntry(tx, { kind: 'logout', userId: user.id, address, now });
  });
}
