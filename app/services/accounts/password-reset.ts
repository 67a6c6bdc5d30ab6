import type { KnownDevice } from '~/auth/login/known-device';
import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { listApiTokensMadeBy, type MadeApiToken } from '~/db/organizations/api-tokens';
import { insertAuditEntry, replaceAuditEntry } from '~/db/organizations/audit-entries';
import type { Queries } from '~/db/core/queries';
import { findOneTimeToken, insertNewestToken } from '~/db/accounts/one-time-tokens';
import { findUser, findUserByEmail, type User } from '~/db/accounts/users';
import { resetPasswordMessage as composeResetMail, type ResetReason } from '~/email/account-messages';
import type { ForgotPassword, ResetPassword } from '~/fields';
import type { Problem } from '~/problem';
import { clearLogins, countAccountAction, countMail, findDeviceOfUser } from '../limits/account-limits';
import { takeEvenTime } from '../limits/even-time';
import { countGuestEntry } from '../limits/guest-entries';
import { revokeApiTokens } from '../organizations/api-tokens';
import { queueEmail } from '../mail';
import { replacePassword } from './password-change';

const validMs = 20 * 60_000;

/** The message of screens and JSON after a reset link was asked for, whether or not the address has an account. */
export const forgotPasswordMessage =
  'If this address has an account, a password reset link has been sent to it. Please check your inbox.';

export const resetPasswordMessage = 'Your password has been reset successfully.';

/**
 * Mails a reset link to the owner of an account, at most 3 an hour; earlier links stop working. Outcome and time are the same
 * for an address without an account: see `takeEvenTime`, and a job sends the mail. Problem: too-many-requests (counted by
 * network address).
 */
export async function requestPasswordReset(
  context: AppContext,
  input: ForgotPassword,
  address: string,
  device?: KnownDevice,
): Promise<{ kind: 'accepted' } | Problem> {
  const retryAfterSeconds = countAccountAction(context, 'reset', address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  const now = context.now();
  const known = await findUserByEmail(context.db, input.email);
  const asker = { email: input.email, device: findDeviceOfUser(device, known?.id) };
  // Addresses without an account are not counted: many of them would displace the counts of accounts.
  const isEnough = known !== undefined && countMail(context, 'reset', asker) > 0;
  const entry = countGuestEntry(context, {
    kind: 'password-reset-requested',
    userId: known?.id,
    address,
    now,
  });
  await takeEvenTime(async () => {
    await context.db.transaction(async (tx) => {
      // The account may have been deleted meanwhile.
      const user = await findUserByEmail(tx, input.email);
      await replaceAuditEntry(tx, entry);
      if (!user || isEnough) return;
      await mailResetLink(context, tx, user, 'requested');
    });
    // Only an account has a mail that the runner then sends.
    context.wake();
  });
  return { kind: 'accepted' };
}

/**
 * Mails a signed-in person a link that sets a password, at most 3 an hour; earlier links stop working. What strangers ask for
 * does not count. Problem: too-many-requests.
 */
export async function mailOwnResetLink(
  context: AppContext,
  user: Pick<User, 'id' | 'email'>,
  address: string,
): Promise<{ kind: 'accepted' } | Problem> {
  const retryAfterSeconds = countMail(context, 'own-reset', user);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  const now = context.now();
  await context.db.transaction(async (tx) => {
    await insertAuditEntry(tx, { kind: 'password-reset-requested', userId: user.id, address, now });
    await mailResetLink(context, tx, user, 'requested');
  });
  context.wake();
  return { kind: 'accepted' };
}

/** Mails a new reset link; earlier ones stop working. */
export async function mailResetLink(
  context: AppContext,
  tx: Queries,
  user: Pick<User, 'id' | 'email'>,
  why: ResetReason,
): Promise<void> {
  const now = context.now();
  const message = composeResetMail(await createResetLink(tx, context.config, user, now), why);
  await queueEmail(context, tx, { recipient: user.email, message, now });
}

/** Returns the URL of a new reset link, which works for 20 minutes; earlier links stop working. */
export async function createResetLink(
  tx: Queries,
  { appUrl }: Pick<AppContext['config'], 'appUrl'>,
  user: Pick<User, 'id' | 'email'>,
  now: number,
): Promise<string> {
  const token = createToken();
  await insertNewestToken(tx, {
    tokenHash: hashToken(token),
    purpose: 'reset-password',
    userId: user.id,
    email: user.email,
    now,
    expiresAt: now + validMs,
  });
  return `${appUrl}/reset-password?token=${token}`;
}

type ResetLink =
  | { kind: 'valid'; userId: string; email: string }
  | { kind: 'invalid-reset-link' }
  | { kind: 'expired-reset-link' };

/** Returns what a reset link would do now, without using it up. */
export function checkResetLink(context: AppContext, token: string): Promise<ResetLink> {
  return findResetLink(context.db, token, context.now());
}

async function findResetLink(db: Queries, value: string, now: number): Promise<ResetLink> {
  const token = await findOneTimeToken(db, 'reset-password', hashToken(value));
  const user = token?.userId ? await findUser(db, token.userId) : undefined;
  if (!token || token.usedAt !== null || user?.email !== token.email) return { kind: 'invalid-reset-link' };
  if (token.expiresAt <= now) return { kind: 'expired-reset-link' };
  return { kind: 'valid', userId: user.id, email: user.email };
}

/** Returns the API tokens that the owner of a valid link has made: a new password does not end them by itself. */
export async function listTokensOfResetLink({ db }: AppContext, link: ResetLink): Promise<MadeApiToken[]> {
  return link.kind === 'valid' ? await listApiTokensMadeBy(db, link.userId) : [];
}

interface PasswordReset {
  kind: 'reset';
  userId: string;
  /** All API tokens that the person had made. They still work, or ended with the reset where the person asked for that. */
  apiTokens: (MadeApiToken & { isEnded: boolean })[];
}

/**
 * Sets a new password and uses up the link. Every session ends, and on request every API token that the person made. The count
 * of failed logins is cleared, both the one of the email, as others may have locked the owner out, and the one of the browser
 * `device`. The owner is mailed. Problems: invalid-reset-link, expired-reset-link. When several requests use one link at once,
 * one succeeds.
 */
export async function resetPassword(
  context: AppContext,
  input: ResetPassword,
  address: string,
  device?: KnownDevice,
): Promise<PasswordReset | Problem> {
  // A made-up link must not cost a hash. The transaction that uses the link checks it again.
  const early = await checkResetLink(context, input.token);
  if (early.kind !== 'valid') return early;
  const passwordHash = await context.passwords.hash(input.newPassword);
  const now = context.now();
  const outcome = await context.db.transaction(async (tx): Promise<PasswordReset | Problem> => {
    const link = await findResetLink(tx, input.token, now);
    if (link.kind !== 'valid') return link;
    const { userId } = link;
    const isEnded = input.endApiTokens === true;
    const apiTokens = await listApiTokensMadeBy(tx, userId);
    if (isEnded) await revokeApiTokens(tx, apiTokens, { userId, address, now });
    await replacePassword(context, tx, { userId, passwordHash });
    await insertAuditEntry(tx, { kind: 'password-reset', userId, address, now });
    return { kind: 'reset', userId, apiTokens: apiTokens.map((token) => Object.assign(token, { isEnded })) };
  });
  if (outcome.kind !== 'reset') return outcome;
  clearLogins(context, { email: early.email });
  clearLogins(context, { email: early.email, device: findDeviceOfUser(device, outcome.userId) });
  context.wake();
  return outcome;
}
