// Takes back a change of address that the account's owner did not ask for. The person who asked for it knew the password, or
// has changed it since. So the old address alone decides, for a week, and what was added to the account since then is removed.
import { createToken, hashToken } from '~/auth/token';
import type { AppContext } from '~/context';
import { deleteLoginMethodsSince, listInvitationsSentSince } from '~/db/accounts/access-added-since';
import { findOneTimeToken, insertToken, updateTokensEnded } from '~/db/accounts/one-time-tokens';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import {
  findCredentials,
  findUnprovenUser,
  findUser,
  findUserByEmail,
  updateEmail,
  updatePassword,
  type User,
} from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { listApiTokensMadeBy } from '~/db/organizations/api-tokens';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { updateInvitationEnded } from '~/db/organizations/invitations';
import { addressChangedMessage, addressRestoredMessage } from '~/email/address-messages';
import type { VerifyEmail } from '~/fields';
import type { Problem } from '~/problem';
import { queueEmail } from '../mail';
import { revokeApiTokens } from '../organizations/api-tokens';
import { handleChangedAddress } from '../organizations/changed-address';
import { eraseAccount } from './deletion';
import { mailResetLink } from './password-reset';

const validMs = 7 * 24 * 60 * 60_000;

/** The message of screens and JSON after the account has its former address back. */
export const emailRestoredMessage =
  'Your account has this email address again. Its sessions were ended, and the API tokens, invitations and recovery codes that it made since the change was asked for. If it had a password, that no longer works: a mail with a link to choose a new one is on its way. What else was done meanwhile stands in the audit log of your organization.';

/**
 * Mails a link that takes the account back to the address that it just left. `askedAt` is when the change was asked for, in
 * milliseconds since 1970.
 */
export async function queueWayBack(
  context: AppContext,
  tx: Queries,
  user: Pick<User, 'id' | 'email'>,
  askedAt: number,
): Promise<void> {
  const token = createToken();
  const now = context.now();
  // The links of earlier changes stay valid: a thief who changes the address twice must not end the owner's link.
  await insertToken(tx, {
    tokenHash: hashToken(token),
    purpose: 'restore-email',
    userId: user.id,
    email: user.email,
    now: askedAt,
    expiresAt: now + validMs,
  });
  const message = addressChangedMessage(`${context.config.appUrl}/restore-email?token=${token}`);
  await queueEmail(context, tx, { recipient: user.email, message, now });
}

type RestorationLink =
  | { kind: 'valid'; user: User; email: string; createdAt: number }
  | { kind: 'invalid-restoration-link' }
  | { kind: 'expired-restoration-link' };

/** Returns what a link would do now, without using it up. */
export async function checkRestorationLink(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<{ kind: 'valid' } | Problem> {
  const link = await findRestorationLink(db, token, now());
  return link.kind === 'valid' ? { kind: link.kind } : link;
}

async function findRestorationLink(db: Queries, value: string, now: number): Promise<RestorationLink> {
  const token = await findOneTimeToken(db, 'restore-email', hashToken(value));
  const user = token?.userId ? await findUser(db, token.userId) : undefined;
  if (!token || !user || token.usedAt !== null) return { kind: 'invalid-restoration-link' };
  if (token.expiresAt <= now) return { kind: 'expired-restoration-link' };
  return { kind: 'valid', user, email: token.email, createdAt: token.createdAt };
}

/**
 * Gives the account the address to which the link was mailed. Ends every session, the password, and what came since the change
 * was asked for: mailed links, passkeys, a second factor, recovery codes, single sign-on, API tokens and invitations. Mails a
 * link that sets a password where there was one. Problems: invalid-restoration-link, expired-restoration-link, email-taken (by an
 * account that confirmed it).
 */
export async function restoreEmail(
  context: AppContext,
  input: VerifyEmail,
  address: string,
): Promise<{ kind: 'restored' } | Problem> {
  const outcome = await context.db.transaction(async (tx): Promise<{ kind: 'restored' } | Problem> => {
    const now = context.now();
    const link = await findRestorationLink(tx, input.token, now);
    if (link.kind !== 'valid') return link;
    const { user } = link;
    const freed = await freeAddress(context, tx, { email: link.email, userId: user.id, address });
    if (freed.kind !== 'free') return freed;
    const hadPassword = Boolean((await findCredentials(tx, user.email))?.passwordHash);
    await updateEmail(tx, user.id, { email: link.email, now });
    await handleChangedAddress(context, tx, { userId: user.id, former: user.email, email: link.email });
    await updatePassword(tx, user.id, { passwordHash: '', now });
    await deleteSessionsOfUser(tx, user.id);
    await deleteLoginMethodsSince(tx, user.id, link.createdAt);
    await endAccessGiven(tx, { userId: user.id, since: link.createdAt, address, now });
    for (const purpose of ['change-email', 'reset-password'] as const) {
      await updateTokensEnded(tx, { userId: user.id, purpose, now });
    }
    // Ends the restoring links of this change and of later ones, which were mailed to other addresses.
    await updateTokensEnded(tx, { userId: user.id, purpose: 'restore-email', now, since: link.createdAt });
    await insertAuditEntry(tx, { kind: 'email-restored', userId: user.id, detail: user.email, address, now });
    if (user.email !== link.email) {
      const message = addressRestoredMessage(`${context.config.appUrl}/login`);
      await queueEmail(context, tx, { recipient: user.email, message, now });
    }
    if (hadPassword && context.config.passwordLogin) {
      await mailResetLink(context, tx, { id: user.id, email: link.email }, 'restored');
    }
    return { kind: 'restored' };
  });
  context.wake();
  return outcome;
}

/** Ends the API tokens and invitations that the account made at `since` or later, and notes each in the audit log. */
async function endAccessGiven(
  tx: Queries,
  { since, ...by }: { userId: string; since: number; address: string; now: number },
): Promise<void> {
  await revokeApiTokens(tx, await listApiTokensMadeBy(tx, by.userId, since), by);
  for (const { organizationId, email } of await listInvitationsSentSince(tx, by.userId, since)) {
    await updateInvitationEnded(tx, { organizationId, email, now: by.now });
    await insertAuditEntry(tx, { ...by, kind: 'invitation-revoked', organizationId, detail: email });
  }
}

/** Frees the address: an account that took it meanwhile without ever proving it must not keep the owner out. */
async function freeAddress(
  context: AppContext,
  tx: Queries,
  { email, userId, address }: { email: string; userId: string; address: string },
): Promise<{ kind: 'free' } | Problem> {
  const holder = await findUserByEmail(tx, email);
  if (!holder || holder.id === userId) return { kind: 'free' };
  const unproven = await findUnprovenUser(tx, email);
  if (!unproven) return { kind: 'email-taken' };
  // An account that never proved its address has no integrations whose open pages must be told.
  const erased = await eraseAccount(context, tx, unproven, { address });
  return erased.kind === 'deleted' ? { kind: 'free' } : { kind: 'email-taken' };
}
