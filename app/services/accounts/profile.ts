import { createSession } from '~/auth/session';
import type { AppContext } from '~/context';
import { insertAudit } from '~/db/organizations/audit';
import { findCredentials, findUserByEmail, updateName, type User } from '~/db/accounts/users';
import type { PasswordChange, Profile } from '~/fields';
import type { Problem } from '~/problem';
import { countAccountAction, countMail } from '../limits/account-limits';
import { queueAddressChange } from './email-change';
import { replacePassword } from './password-change';
import { provePassword } from './password-proof';

export const profileUpdatedMessage = 'Your profile has been updated successfully.';
export const passwordUpdatedMessage = 'Your password has been changed successfully.';

/**
 * Changes the name at once. Another email is asked to confirm itself by a mailed link and counts from then on; the
 * response holds the old one until then. Problems: email-taken, too-many-requests; then nothing is changed.
 */
export async function updateProfile(
  context: AppContext,
  user: User,
  input: Profile,
  address: string,
): Promise<{ kind: 'updated'; user: User } | Problem> {
  const { firstName, lastName, email = user.email } = input;
  const now = context.now();
  const movesTo = email === user.email ? undefined : email;
  if (movesTo !== undefined) {
    const retryAfterSeconds =
      countAccountAction(context, 'address-change', address) ||
      countMail(context, 'address-change', { email: movesTo });
    if (retryAfterSeconds > 0) return { kind: 'too-many-requests', retryAfterSeconds };
  }
  const outcome = await context.db.transaction(
    async (tx): Promise<{ kind: 'updated'; user: User } | Problem> => {
      if (movesTo !== undefined && (await findUserByEmail(tx, movesTo))) return { kind: 'email-taken' };
      await updateName(tx, user.id, { firstName, lastName, now });
      await insertAudit(tx, { kind: 'profile-updated', userId: user.id, address, now });
      if (movesTo !== undefined) await queueAddressChange(context, tx, { user, email: movesTo, address });
      return { kind: 'updated', user: { ...user, firstName, lastName } };
    },
  );
  if (outcome.kind === 'updated' && movesTo !== undefined) context.wake();
  return outcome;
}

/**
 * Replaces the password of a user who knows the old one, or has just proven who they are by something else. Every session ends; the response holds the token of a new one
 * for the caller. Problems: those of `provePassword`.
 */
export async function changePassword(
  context: AppContext,
  user: User,
  input: Omit<PasswordChange, 'currentPassword'> & Partial<PasswordChange>,
  caller: { address: string; userAgent: string | null; isFresh?: boolean },
): Promise<{ kind: 'changed'; sessionToken: string } | Problem> {
  const { address, isFresh } = caller;
  const proven = await provePassword(context, user, { password: input.currentPassword, isFresh, address });
  if (proven.kind !== 'proven') return proven;
  const passwordHash = await context.passwords.hash(input.newPassword);
  const now = context.now();
  const outcome = await context.db.transaction(
    async (tx): Promise<{ kind: 'changed'; sessionToken: string } | Problem> => {
      // Two changes at once: the second one's current password is no longer that.
      if ((await findCredentials(tx, user.email))?.passwordHash !== proven.passwordHash) {
        return { kind: 'wrong-password' };
      }
      await replacePassword(context, tx, { userId: user.id, passwordHash });
      await insertAudit(tx, { kind: 'password-changed', userId: user.id, address, now });
      const userAgent = caller.userAgent?.slice(0, 500) ?? null;
      return {
        kind: 'changed',
        sessionToken: await createSession(tx, { userId: user.id, userAgent, address, now }),
      };
    },
  );
  if (outcome.kind === 'changed') context.wake();
  return outcome;
}
