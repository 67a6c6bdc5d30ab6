import { inQuotes } from '~/engine/texts/in-quotes';
import type { AppContext } from '~/context';
import { deleteIncidentsOf } from '~/db/alerts/incident-deletion';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { deleteEarlyAccess } from '~/db/accounts/early-access';
import { deleteEmailsTo } from '~/db/accounts/emails';
import { deleteEndedInvitationsOf } from '~/db/organizations/invitations';
import { countMembers, countOwners } from '~/db/organizations/members';
import { listMemberships, type Membership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { countUsers } from '~/db/accounts/user-list';
import { deleteUser, type User } from '~/db/accounts/users';
import type { Problem } from '~/problem';
import { listAdministratorIds } from '../installation/administrators';
import { type LeftToken, listLeftTokens, revokeLeftTokens } from '../organizations/token-revocation';
import { handleFormerAddress } from '../organizations/former-address';
import { publishOrganizationEnd, endOrganization } from '../organizations/deletion';
import { changeByPassword, type OwnerProof } from './proof/password-proof';

/** The effect of deleting an account on the person's organizations, and on the installation. */
interface DeletionImpact {
  /**
   * The names of organizations that have other members but would be left without an owner. While there are any, the account
   * cannot be deleted.
   */
  ownerless: string[];
  /** The names of the organizations without another member. They are deleted with the account. */
  lost: string[];
  /** Whether others have accounts here, and none of them administers the installation. */
  isOnlyAdministrator: boolean;
}

/** Returns what deleting the account would mean, to be shown before. */
export async function describeDeletionImpact(
  { db, config }: { db: Queries; config: AppContext['config'] },
  userId: string,
): Promise<DeletionImpact> {
  const { ownerless, lost } = await sortMemberships(db, userId);
  const administrators = await listAdministratorIds(db, config);
  const isOnlyAdministrator =
    administrators.length === 1 && administrators[0] === userId && (await countUsers(db)) > 1;
  return { ownerless: listNames(ownerless), lost: listNames(lost), isOnlyAdministrator };
}

/**
 * Deletes the account of a user who proves who they are, with its sessions, memberships and mails, and the organizations
 * without another member. Then the providers of these organizations' connections are asked to revoke their tokens; `unrevoked`
 * names the connections whose tokens may still be valid. Problems: last-owner, and those of `provePassword`.
 */
export async function deleteAccount(
  context: AppContext,
  user: User,
  proof: OwnerProof,
): Promise<{ kind: 'deleted'; unrevoked: string[] } | Problem> {
  const by = { userId: user.id, address: proof.address };
  const outcome = await changeByPassword<Erased>(context, user, proof, (tx) =>
    eraseAccount(context, tx, user, by),
  );
  if (outcome.kind !== 'deleted') return outcome;
  publishOrganizationEnd(context, outcome.integrationIds);
  const unrevoked = await revokeLeftTokens(context, by, outcome.tokens);
  await emptyLogOfWrites(context);
  return { kind: 'deleted', unrevoked };
}

interface Erased {
  kind: 'deleted';
  /** The integrations that were deleted too, for `publishOrganizationEnd`. */
  integrationIds: string[];
  /** The tokens of connections that were deleted too, for `revokeLeftTokens`. */
  tokens: LeftToken[];
}

/**
 * Deletes an account in the transaction. `by` names in the audit log who did it: the owner; absent where the operator of the
 * machine or the server itself did. Problem: last-owner.
 */
export async function eraseAccount(
  context: Pick<AppContext, 'config' | 'now'>,
  tx: Queries,
  user: User,
  by: { userId?: string; address?: string },
): Promise<Erased | Problem> {
  const { ownerless, lost, left } = await sortMemberships(tx, user.id);
  if (ownerless.length > 0) return { kind: 'last-owner', message: describeOwnerless(ownerless) };
  const integrationIds: string[] = [];
  const tokens: LeftToken[] = [];
  for (const { organizationId, organizationName } of lost) {
    tokens.push(...(await listLeftTokens(context, tx, organizationId)));
    integrationIds.push(...(await endOrganization(context, tx, { ...by, organizationId }, organizationName)));
  }
  await deleteEmailsTo(tx, user.email);
  await deleteIncidentsOf(tx, user.email);
  await deleteEarlyAccess(tx, user.email);
  await deleteEndedInvitationsOf(tx, user.email);
  await deleteUser(tx, user.id);
  for (const { organizationId } of left) {
    await handleFormerAddress(context, tx, { organizationId, email: user.email });
  }
  await insertAuditEntry(tx, { ...by, kind: 'account-deleted', detail: user.email, now: context.now() });
  return { kind: 'deleted', integrationIds, tokens };
}

/** Empties the log of writes, which still holds the old pages. A refusal of the disk does not bring the account back. */
async function emptyLogOfWrites({ db, log }: AppContext): Promise<void> {
  try {
    await db.file.emptyLog();
  } catch (error) {
    log.error({ err: error }, 'could not empty the log of writes after an account was deleted');
  }
}

async function sortMemberships(
  db: Queries,
  userId: string,
): Promise<{ ownerless: Membership[]; lost: Membership[]; left: Membership[] }> {
  const memberships = await listMemberships(db, userId);
  const ownerless: Membership[] = [];
  const lost: Membership[] = [];
  const left: Membership[] = [];
  for (const membership of memberships) {
    const { organizationId, role } = membership;
    if ((await countMembers(db, organizationId)) === 1) lost.push(membership);
    else if (role === 'OWNER' && (await countOwners(db, organizationId)) === 1) ownerless.push(membership);
    else left.push(membership);
  }
  return { ownerless, lost, left };
}

function describeOwnerless(ownerless: Membership[]): string {
  const names = listNames(ownerless).map(inQuotes).join(', ');
  return `You are the last owner of ${names}. Make someone else an owner first, or delete the organization.`;
}

function listNames(memberships: Membership[]): string[] {
  return memberships.map(({ organizationName }) => organizationName);
}
