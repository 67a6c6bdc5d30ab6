import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { insertAuditEntry, replaceAuditEntry } from '~/db/organizations/audit-entries';
import type { Queries } from '~/db/core/queries';
import { findOneTimeToken, insertNewestToken, updateTokenUsed } from '~/db/accounts/one-time-tokens';
import { type User, findUser, findUserByEmail, updateEmailVerified } from '~/db/accounts/users';
import { alreadyVerifiedMessage, verificationMessage } from '~/email/account-messages';
import type { ResendVerification, VerifyEmail } from '~/fields';
import type { Problem } from '~/problem';
import { countAccountAction, countMail } from '../limits/account-limits';
import { takeEvenTime } from '../limits/even-time';
import { countGuestEntry } from '../limits/guest-entries';
import { confirmAddress } from './email-change';
import { queueEmail } from '../mail';

const validMs = 24 * 60 * 60_000;

/** The message of screens and JSON after a link was asked for, whether or not the address has an account. */
export const resentMessage =
  'If this address has an account, a verification email has been sent successfully. Please check your inbox.';

export const verifiedMessage = 'Your email has been verified successfully.';

/** Mails a link that verifies the user's address; earlier links stop working. */
export async function queueVerification(
  context: AppContext,
  tx: Queries,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const token = createToken();
  const now = context.now();
  await insertNewestToken(tx, {
    tokenHash: hashToken(token),
    purpose: 'verify-email',
    userId: user.id,
    email: user.email,
    now,
    expiresAt: now + validMs,
  });
  const message = verificationMessage(`${context.config.appUrl}/verify-email?token=${token}`);
  await queueEmail(context, tx, { recipient: user.email, message, now });
}

/**
 * Uses up the token of a verification link. The link may also confirm a new address; that ends every session of the account but
 * the one of `sessionToken`. Problems: invalid-link, expired-link, already-verified, email-taken.
 */
export async function verifyEmail(
  context: AppContext,
  input: VerifyEmail,
  address: string,
  sessionToken?: string,
): Promise<{ kind: 'verified' } | Problem> {
  const tokenHash = hashToken(input.token);
  const now = context.now();
  const outcome = await context.db.transaction(async (tx): Promise<{ kind: 'verified' } | Problem> => {
    if (await findOneTimeToken(tx, 'change-email', tokenHash))
      return confirmAddress(context, tx, { tokenHash, address, sessionToken });
    const token = await findOneTimeToken(tx, 'verify-email', tokenHash);
    const user = token?.userId ? await findUser(tx, token.userId) : undefined;
    if (!token || user?.email !== token.email) return { kind: 'invalid-link' };
    if (user.emailVerified) return { kind: 'already-verified' };
    if (token.usedAt !== null) return { kind: 'invalid-link' };
    if (token.expiresAt <= now) return { kind: 'expired-link' };
    await updateTokenUsed(tx, tokenHash, now);
    await updateEmailVerified(tx, user.id, now);
    await insertAuditEntry(tx, { kind: 'email-verified', userId: user.id, address, now });
    return { kind: 'verified' };
  });
  // Confirming a new address mails the former one.
  context.wake();
  return outcome;
}

/**
 * Mails a new link to an account that waits for verification. The owner of a verified account is mailed that there is nothing
 * to do. An address gets at most 3 such mails an hour. Outcome and time are the same for every address: see `takeEvenTime`.
 * Problem: too-many-requests (counted by network address).
 */
export async function resendVerification(
  context: AppContext,
  input: ResendVerification,
  address: string,
): Promise<{ kind: 'accepted' } | Problem> {
  const retryAfterSeconds = countAccountAction(context, 'verification', address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  // Addresses without an account are not counted: many of them would displace the counts of accounts.
  const known = await findUserByEmail(context.db, input.email);
  const isEnough = known !== undefined && countMail(context, 'verification', input) > 0;
  const now = context.now();
  const entry = countGuestEntry(context, { kind: 'verification-requested', userId: known?.id, address, now });
  await takeEvenTime(async () => {
    await context.db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, input.email);
      await replaceAuditEntry(tx, entry);
      if (!user || isEnough) return;
      if (user.emailVerified) {
        const message = alreadyVerifiedMessage(`${context.config.appUrl}/login`);
        await queueEmail(context, tx, { recipient: user.email, message, now });
      } else {
        await queueVerification(context, tx, user);
      }
    });
    // Only an account has a mail that the runner then sends.
    context.wake();
  });
  return { kind: 'accepted' };
}
