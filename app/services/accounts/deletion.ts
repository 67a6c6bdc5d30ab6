import type { AppContext } from '~/context';
import { deleteIncidentsOf } from '~/db/alerts/incidents';
import { insertAudit } from '~/db/organizations/audit';
import { deleteEarlyAccess } from '~/db/accounts/early-access';
import { deleteEmailsTo } from '~/db/accounts/emails';
import { deleteEndedInvitationsOf } from '~/db/organizations/invitations';
import { countMembers, countOwners } from '~/db/organizations/members';
import { listMemberships, type Membership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
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
export async function describeDeletionImpact({ db }: AppContext, userId: string): Promise<DeletionImpact> {
  const { ownerless, lost } = await sortMemberships(db, userId);
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
  const stored = (await findCredentials(context.db, user.email))?.passwordHash;
  if (!(await context.passwords.verify(password, stored))) return { kind: 'wrong-password' };
  clearPasswordProofs(context, user.id);
  const outcome = await context.db.transaction(
    async (tx): Promise<{ kind: 'deleted'; integrationIds: string[] } | Problem> => {
      // It may have been changed while this one was checked.
      if ((await findCredentials(tx, user.email))?.passwordHash !== stored) return { kind: 'wrong-password' };
      const { ownerless, lost } = await sortMemberships(tx, user.id);
      if (ownerless.length > 0) return { kind: 'last-owner', message: describeOwnerless(ownerless) };
      const actor = { userId: user.id, address };
      const integrationIds: string[] = [];
      for (const { organizationId, organizationName } of lost) {
        const ended = await endOrganization(context, tx, { ...actor, organizationId }, organizationName);
        integrationIds.push(...ended);
      }
      await deleteEmailsTo(tx, user.email);
      await deleteIncidentsOf(tx, user.email);
      await deleteEarlyAccess(tx, user.email);
      await deleteEndedInvitationsOf(tx, user.email);
      await deleteUser(tx, user.id);
      await insertAudit(tx, { ...actor, kind: 'account-deleted', detail: user.email, now: context.now() });
      return { kind: 'deleted', integrationIds };
    },
  );
  if (outcome.kind !== 'deleted') return outcome;
  publishOrganizationEnd(context, outcome.integrationIds);
  await emptyLogOfWrites(context);
  return { kind: 'deleted' };
}

/** The log of writes still holds the pages as they were. The account is gone even if the disk refuses this. */
async function emptyLogOfWrites({ db, log }: AppContext): Promise<void> {
  try {
    await db.care.settle();
  } catch (error) {
    log.error({ err: error }, 'could not empty the log of writes after an account was deleted');
  }
}

async function sortMemberships(
  db: Queries,
  userId: string,
): Promise<{ ownerless: Membership[]; lost: Membership[] }> {
  const memberships = await listMemberships(db, userId);
  const ownerless: Membership[] = [];
  const lost: Membership[] = [];
  for (const membership of memberships) {
    const { organizationId, role } = membership;
    if ((await countMembers(db, organizationId)) === 1) lost.push(membership);
    else if (role === 'OWNER' && (await countOwners(db, organizationId)) === 1) ownerless.push(membership);
  }
  return { ownerless, lost };
}

function describeOwnerless(ownerless: Membership[]): string {
  const names = listNames(ownerless).join(', ');
  return `You are the last owner of ${names}. Make someone else an owner first, or delete the organization.`;
}

function listNames(memberships: Membership[]): string[] {
  return memberships.map(({ organizationName }) => organizationName);
}
