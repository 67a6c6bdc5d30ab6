import type { AppContext } from '~/context';
import { insertAudit } from '~/db/organizations/audit';
import { deleteEarlyAccess } from '~/db/accounts/early-access';
import { deleteEmailsTo } from '~/db/accounts/emails';
import { truncateWal } from '~/db/core/checkpoint';
import { deleteEndedInvitationsOf } from '~/db/organizations/invitations';
import { countMembers, countOwners } from '~/db/organizations/members';
import { listMemberships, type Membership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { deleteStopNoticesTo } from '~/db/executions/stop-notices';
import { deleteUser, findCredentials, type User } from '~/db/accounts/users';
import type { Problem } from '~/problem';
import { clearPasswordProofs, countPasswordProof } from '../limits/account-limits';
import { publishOrganizationEnd, endOrganization } from '../organizations/deletion';

/** What becomes of a person's organizations when their account is deleted. */
export interface DeletionImpact {
  /** The names of those that keep other members but would have no owner: the account cannot go before. */
  ownerless: string[];
  /** The names of those in which nobody else is: they go too. */
  lost: string[];
}

/** What deleting the account would mean, to be shown before. */
export function describeDeletionImpact({ db }: AppContext, userId: string): DeletionImpact {
  const { ownerless, lost } = sortMemberships(db, userId);
  return { ownerless: listNames(ownerless), lost: listNames(lost) };
}

/**
 * Deletes the account of a user who knows its password, with its sessions, memberships and mails, and the
 * organizations in which nobody else is. Problems: last-owner, wrong-password, too-many-logins.
 */
export async function deleteAccount(
  context: AppContext,
  user: User,
  { password, address }: { password: string; address: string },
): Promise<{ kind: 'deleted' } | Problem> {
  const retryAfterSeconds = countPasswordProof(context, user.id, address);
  if (retryAfterSeconds > 0) return { kind: 'too-many-logins', retryAfterSeconds };
  const stored = findCredentials(context.db, user.email)?.passwordHash;
  if (!(await context.passwords.verify(password, stored))) return { kind: 'wrong-password' };
  clearPasswordProofs(context, user.id);
  const outcome = context.db.transaction((tx): { kind: 'deleted'; integrationIds: string[] } | Problem => {
    // It may have been changed while this one was checked.
    if (findCredentials(tx, user.email)?.passwordHash !== stored) return { kind: 'wrong-password' };
    const { ownerless, lost } = sortMemberships(tx, user.id);
    if (ownerless.length > 0) return { kind: 'last-owner', message: describeOwnerless(ownerless) };
    const actor = { userId: user.id, address };
    const integrationIds = lost.flatMap(({ organizationId, organizationName }) =>
      endOrganization(context, tx, { ...actor, organizationId }, organizationName),
    );
    deleteEmailsTo(tx, user.email);
    deleteStopNoticesTo(tx, user.email);
    deleteEarlyAccess(tx, user.email);
    deleteEndedInvitationsOf(tx, user.email);
    deleteUser(tx, user.id);
    insertAudit(tx, { ...actor, kind: 'account-deleted', detail: user.email, now: context.now() });
    return { kind: 'deleted', integrationIds };
  });
  if (outcome.kind !== 'deleted') return outcome;
  publishOrganizationEnd(context, outcome.integrationIds);
  // The log of writes still holds the pages as they were.
  truncateWal(context.db);
  return { kind: 'deleted' };
}

function sortMemberships(db: Queries, userId: string): { ownerless: Membership[]; lost: Membership[] } {
  const memberships = listMemberships(db, userId);
  const lost = memberships.filter(({ organizationId }) => countMembers(db, organizationId) === 1);
  const ownerless = memberships.filter(
    (membership) =>
      membership.role === 'OWNER' &&
      !lost.includes(membership) &&
      countOwners(db, membership.organizationId) === 1,
  );
  return { ownerless, lost };
}

function describeOwnerless(ownerless: Membership[]): string {
  const names = listNames(ownerless).join(', ');
  return `You are the last owner of ${names}. Make somebody else an owner first, or delete the organization.`;
}

function listNames(memberships: Membership[]): string[] {
  return memberships.map(({ organizationName }) => organizationName);
}
