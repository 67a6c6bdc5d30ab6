import { createSession, findSessionRest } from '~/auth/session';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findCredentials, updateName, type User } from '~/db/accounts/users';
import type { PasswordChange, Profile } from '~/fields';
import type { Problem } from '~/problem';
import { permitEmailChange, queueEmailChange } from './email-change';
import type { LoginCaller } from './login';
import { replacePassword } from './password-change';
import { type OwnerProof, provePassword } from './proof/password-proof';

export const profileUpdatedMessage = 'Your profile has been updated successfully.';
export const passwordUpdatedMessage = 'Your password has been changed successfully.';

/**
 * Changes the name at once. A new email takes a proof (`isFresh`, or `currentPassword`), and counts once the user confirms it
 * by a mailed link; the response holds the old one until then. Problems: those of `requestEmailChange` when the email is a new
 * one; then nothing is changed.
 */
export async function updateProfile(
  context: AppContext,
  user: User,
  input: Profile & Partial<Pick<PasswordChange, 'currentPassword'>>,
  { address, isFresh }: Pick<OwnerProof, 'address' | 'isFresh'>,
): Promise<{ kind: 'updated'; user: User } | Problem> {
  const { firstName, lastName, email = user.email, currentPassword: password } = input;
  const permitted =
    email === user.email
      ? undefined
      : await permitEmailChange(context, user, email, { password, isFresh, address });
  if (permitted && permitted.kind !== 'permitted') return permitted;
  const outcome = await context.db.transaction(
    async (tx): Promise<{ kind: 'updated'; user: User } | Problem> => {
      const queued = permitted && (await queueEmailChange(context, tx, user, permitted.change));
      if (queued && queued.kind !== 'queued') return queued;
      const now = context.now();
      await updateName(tx, user.id, { firstName, lastName, now });
      await insertAuditEntry(tx, { kind: 'profile-updated', userId: user.id, address, now });
      return { kind: 'updated', user: { ...user, firstName, lastName } };
    },
  );
  if (permitted) context.wake();
  return outcome;
}

/**
 * Replaces the password of a user who knows the old one, or has just proven who they are by something else. Every session ends;
 * the response holds the token of a new one for the caller, which lasts no longer than the one they had: single sign-on may have
 * limited it. Problems: those of `provePassword`; invalid-token (the caller's session has ended meanwhile).
 */
export async function changePassword(
  context: AppContext,
  user: User,
  input: Omit<PasswordChange, 'currentPassword'> & Partial<PasswordChange>,
  caller: Pick<LoginCaller, 'address' | 'userAgent' | 'sessionToken'> & { isFresh?: boolean | undefined },
): Promise<{ kind: 'changed'; sessionToken: string } | Problem> {
  const { address, isFresh } = caller;
  const proven = await provePassword(context, user, { password: input.currentPassword, isFresh, address });
  if (proven.kind !== 'proven') return proven;
  const passwordHash = await context.passwords.hash(input.newPassword);
  const now = context.now();
  const outcome = await context.db.transaction(
    async (tx): Promise<{ kind: 'changed'; sessionToken: string } | Problem> => {
      // When two changes come at once, the second one is refused: its proof was for the former password.
      if ((await findCredentials(tx, user.email))?.passwordHash !== proven.passwordHash) {
        return { kind: 'wrong-password' };
      }
      const userId = user.id;
      const sessionMs = await findSessionRest(tx, caller.sessionToken, { userId, now });
      if (sessionMs === undefined) return { kind: 'invalid-token' };
      await replacePassword(context, tx, { userId, passwordHash });
      await insertAuditEntry(tx, { kind: 'password-changed', userId, address, now });
      const userAgent = caller.userAgent?.slice(0, 500) ?? null;
      return {
        kind: 'changed',
        sessionToken: await createSession(tx, { userId, userAgent, address, sessionMs, now }),
      };
    },
  );
  if (outcome.kind === 'changed') context.wake();
  return outcome;
}
