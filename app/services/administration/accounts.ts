// Actions of an administrator for a person who cannot help themselves, for example when no mail arrives.
import type { AppContext } from '~/context';
import { deleteSessionsOfUser } from '~/db/accounts/sessions';
import { findUser, updateEmailVerified } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { type AuditKind, insertAuditEntry } from '~/db/organizations/audit-entries';
import { listMemberships } from '~/db/organizations/memberships';
import type { Problem } from '~/problem';
import { mailResetLink } from '../accounts/password-reset';
import { removeTwoFactor } from '../accounts/two-factor';
import type { By } from '../installation/administrators';

/** Verifies an account's address without a mail. Problems: not-found, already-verified. */
export async function verifyAccount(
  tx: Queries,
  userId: string,
  by: By,
): Promise<{ kind: 'done' } | Problem> {
  const user = await findUser(tx, userId);
  if (!user) return { kind: 'not-found' };
  if (user.emailVerified) return { kind: 'already-verified' };
  await updateEmailVerified(tx, userId, by.now);
  await auditAccountAction(tx, user, 'email-verified', by);
  return { kind: 'done' };
}

/** Mails a link to set a new password. Problem: not-found. */
export async function sendResetLink(
  context: AppContext,
  tx: Queries,
  userId: string,
  by: By,
): Promise<{ kind: 'done' } | Problem> {
  const user = await findUser(tx, userId);
  if (!user) return { kind: 'not-found' };
  await mailResetLink(context, tx, user, 'by-administrator');
  await auditAccountAction(tx, user, 'password-reset-requested', by);
  return { kind: 'done' };
}

/** Ends all sessions of a person; their API tokens stay valid. Problem: not-found. */
export async function endSessions(tx: Queries, userId: string, by: By): Promise<{ kind: 'done' } | Problem> {
  const user = await findUser(tx, userId);
  if (!user) return { kind: 'not-found' };
  await deleteSessionsOfUser(tx, userId);
  await auditAccountAction(tx, user, 'session-ended', by);
  return { kind: 'done' };
}

/**
 * Turns off the two-factor authentication of a person who has lost their app, passkeys and recovery codes, removes their
 * passkeys, and mails them. Problems: not-found, conflict (the account has neither two-factor authentication nor passkeys).
 */
export async function endTwoFactor(
  context: Pick<AppContext, 'config'>,
  tx: Queries,
  userId: string,
  by: By,
): Promise<{ kind: 'done' } | Problem> {
  const user = await findUser(tx, userId);
  if (!user) return { kind: 'not-found' };
  if (!(await removeTwoFactor(context, tx, user, by.now))) {
    return {
      kind: 'conflict',
      message: `${user.email} uses neither two-factor authentication nor passkeys.`,
    };
  }
  await auditAccountAction(tx, user, 'two-factor-disabled', by);
  return { kind: 'done' };
}

/** Notes an action on an account in the audit log of each of its organizations. */
export async function auditAccountAction(
  tx: Queries,
  { id, email }: { id: string; email: string },
  kind: AuditKind,
  by: By,
): Promise<void> {
  for (const { organizationId } of await listMemberships(tx, id))
    await insertAuditEntry(tx, { kind, organizationId, subjectId: id, detail: email, ...by });
}
