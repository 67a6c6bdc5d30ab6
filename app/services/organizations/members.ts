import type { AppContext } from '~/context';
import { insertAudit } from '~/db/organizations/audit';
import { can } from '~/auth/role-permissions';
import { updateInvitationsExpired } from '~/db/organizations/invitations';
import { countOwners, deleteMembership, updateRole } from '~/db/organizations/members';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import type { Role } from '~/db/core/schema';
import { findUser } from '~/db/accounts/users';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { changeRights, type GrantProof, isGrant, mailOwners, type RoleChecked } from './role-grants';

/**
 * Removes a member from the organization, and ends the invitations that the member sent. Everyone may leave. Owners and admins
 * remove others; only owners remove an owner. Problems: forbidden, not-found, last-owner.
 */
export function removeMember(
  context: AppContext,
  actor: Actor,
  userId: string,
): Promise<{ kind: 'removed' } | Problem> {
  const { organizationId, address } = actor;
  const now = context.now();
  // A program that acts for a member removes that member like any other, and does not leave.
  const leaves = userId === actor.userId && actor.atMost === undefined;
  return context.db.transaction(async (tx): Promise<{ kind: 'removed' } | Problem> => {
    const membership = await findMembership(tx, userId, organizationId);
    const refusal = leaves ? undefined : await checkPermission(tx, actor, 'manage-members');
    if (refusal) return refusal;
    if (!membership) return { kind: 'not-found' };
    const problem = await checkOwner(tx, actor, membership.role, leaves);
    if (problem) return problem;
    await deleteMembership(tx, userId, organizationId);
    await updateInvitationsExpired(tx, { organizationId, inviterId: userId, now });
    const kind = leaves ? 'member-left' : 'member-removed';
    const detail = (await findUser(tx, userId))?.email;
    await insertAudit(tx, {
      kind,
      organizationId,
      userId: actor.userId,
      subjectId: userId,
      detail,
      address,
      now,
    });
    return { kind: 'removed' };
  });
}

interface RoleChanged {
  kind: 'changed';
  former: Role;
}

/**
 * Gives a member another role, and ends the member's invitations when that role may not invite. Owners and admins do this; only
 * owners make or change an owner. A higher role asks for a proof and mails the owners. Problems: forbidden, not-found,
 * last-owner; those of `provePassword`. `former`: the role before, which may be the same.
 */
export function changeRole(
  context: AppContext,
  actor: Actor & { address: string },
  change: { userId: string; role: Role },
  proof: GrantProof = {},
): Promise<RoleChanged | Problem> {
  return changeRights<RoleChanged>(context, actor, proof, {
    check: (db) => checkChange(db, actor, change),
    work: (tx, isGranted) => updateAndTell(context, tx, actor, { ...change, isGranted }),
  });
}

async function checkChange(
  db: Queries,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<RoleChecked | Problem> {
  const refusal = await checkPermission(db, actor, role === 'OWNER' ? 'manage-owners' : 'manage-members');
  if (refusal) return refusal;
  const membership = await findMembership(db, userId, actor.organizationId);
  return membership ? { kind: 'checked', isGrant: isGrant(role, membership.role) } : { kind: 'not-found' };
}

async function updateAndTell(
  context: AppContext,
  tx: Queries,
  actor: Actor & { address: string },
  { userId, role, isGranted }: { userId: string; role: Role; isGranted: boolean },
): Promise<RoleChanged | Problem> {
  const { organizationId, address } = actor;
  const former = (await findMembership(tx, userId, organizationId))?.role;
  if (!former) return { kind: 'not-found' };
  if (former === role) return { kind: 'changed', former };
  const problem = await checkOwner(tx, actor, former, false);
  if (problem) return problem;
  const now = context.now();
  await updateRole(tx, { userId, organizationId, role });
  if (!can(role, 'manage-members')) {
    await updateInvitationsExpired(tx, { organizationId, inviterId: userId, now });
  }
  const email = (await findUser(tx, userId))?.email ?? userId;
  await insertAudit(tx, {
    kind: 'role-changed',
    organizationId,
    userId: actor.userId,
    subjectId: userId,
    detail: `${email}: ${former} → ${role}`,
    address,
    now,
  });
  if (isGranted) await mailOwners(context, tx, actor, { email, role, hasJoined: true });
  return { kind: 'changed', former };
}

/** Checks whether a member with this role may lose it: owners only by an owner, and never the last one. */
async function checkOwner(
  tx: Queries,
  actor: Actor,
  role: Role,
  leaves: boolean,
): Promise<Problem | undefined> {
  if (role !== 'OWNER') return undefined;
  const refusal = leaves ? undefined : await checkPermission(tx, actor, 'manage-owners');
  if (refusal) return refusal;
  return (await countOwners(tx, actor.organizationId)) > 1 ? undefined : { kind: 'last-owner' };
}
