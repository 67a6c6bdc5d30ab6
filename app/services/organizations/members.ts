import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { can, type Rights } from '~/auth/role-permissions';
import { updateInvitationsExpired } from '~/db/organizations/invitations';
import { countOwners, deleteMembership, updateRole } from '~/db/organizations/members';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import type { Access, Role } from '~/db/core/tables';
import { findUser } from '~/db/accounts/users';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { describeRights, readRights } from './chosen-rights';
import { handleFormerAddress } from './former-address';
import {
  changeRights,
  isGrant,
  mailLoss,
  mailOwners,
  type RightsChecked,
  type RightsProof,
} from './rights-changes';

type MemberActor = Actor & { address: string };

/**
 * Removes a member from the organization, and ends the invitations that the member sent. Everyone may leave. Owners and admins
 * remove others; only owners remove an owner. To remove an owner or admin asks for a proof, and mails the owners and that
 * person. Problems: forbidden, not-found, last-owner; those of `provePassword`.
 */
export function removeMember(
  context: AppContext,
  actor: MemberActor,
  userId: string,
  proof: RightsProof = {},
): Promise<{ kind: 'removed' } | Problem> {
  return changeRights<{ kind: 'removed' }>(context, actor, proof, {
    check: (db) => checkChange(db, actor, { userId, role: null }),
    work: (tx, isOfPower) => deleteAndTell(context, tx, actor, { userId, isOfPower }),
  });
}

async function deleteAndTell(
  context: AppContext,
  tx: Queries,
  actor: MemberActor,
  { userId, isOfPower }: { userId: string; isOfPower: boolean },
): Promise<{ kind: 'removed' } | Problem> {
  const { organizationId, address } = actor;
  const former = (await findMembership(tx, userId, organizationId))?.role;
  if (!former) return { kind: 'not-found' };
  const now = context.now();
  await deleteMembership(tx, userId, organizationId);
  await updateInvitationsExpired(tx, { organizationId, inviterId: userId, now });
  const email = (await findUser(tx, userId))?.email ?? userId;
  await handleFormerAddress(context, tx, { organizationId, email });
  await insertAuditEntry(tx, {
    kind: isOneself(actor, userId) ? 'member-left' : 'member-removed',
    organizationId,
    userId: actor.userId,
    subjectId: userId,
    detail: email,
    address,
    now,
  });
  if (isOfPower) await mailLoss(context, tx, actor, { email, former, role: null });
  return { kind: 'removed' };
}

interface RoleChanged {
  kind: 'changed';
  former: Rights;
  rights: Rights;
}

interface RoleChange {
  userId: string;
  role: Role;
  /** What a member may do with integrations; left out, it stays as it is, and a new member edits. */
  access?: Access | undefined;
}

/**
 * Gives a member another role or access, and ends the member's invitations when that role may not invite. Owners and admins do
 * this; only owners make or change an owner. Another role for somebody else asks for a proof and mails the owners, and that person
 * when their role is lowered; another access does not, since it gives no power over the organization. Problems: forbidden,
 * not-found, last-owner, invalid; those of `provePassword`. `former`: the rights before, which may be the same.
 */
export function changeRole(
  context: AppContext,
  actor: MemberActor,
  change: RoleChange,
  proof: RightsProof = {},
): Promise<RoleChanged | Problem> {
  return changeRights<RoleChanged>(context, actor, proof, {
    check: (db) => checkChange(db, actor, change),
    work: (tx, isOfPower) => updateAndTell(context, tx, actor, { ...change, isOfPower }),
  });
}

/** Checks a change of role; null removes the member. */
async function checkChange(
  db: Queries,
  actor: Actor,
  { userId, role }: { userId: string; role: Role | null },
): Promise<RightsChecked | Problem> {
  const leaves = role === null && isOneself(actor, userId);
  const needed = role === 'OWNER' ? 'manage-owners' : 'manage-members';
  const refusal = leaves ? undefined : await checkPermission(db, actor, needed);
  if (refusal) return refusal;
  const former = (await findMembership(db, userId, actor.organizationId))?.role;
  if (!former) return { kind: 'not-found' };
  const problem = former === role ? undefined : await checkOwner(db, actor, former, leaves);
  return problem ?? { kind: 'checked', isOfPower: changesPower(actor, { userId, former, role }) };
}

/**
 * Whether a change of role gives or takes power of somebody else. Who gives up their own power may: a stolen session gains
 * nothing by it. `role`: the role after it, null when the member is removed.
 */
export function changesPower(
  actor: Actor,
  { userId, former, role }: { userId: string; former: Role; role: Role | null },
): boolean {
  const after = role ?? 'MEMBER';
  return isGrant(after, former) || (after !== former && !isOneself(actor, userId));
}

/** A program that acts for a member changes and removes that member like any other, and does not leave. */
function isOneself(actor: Actor, userId: string): boolean {
  return userId === actor.userId && actor.atMost === undefined;
}

async function updateAndTell(
  context: AppContext,
  tx: Queries,
  actor: MemberActor,
  { userId, role, access: chosen, isOfPower: tells }: RoleChange & { isOfPower: boolean },
): Promise<RoleChanged | Problem> {
  const { organizationId, address } = actor;
  const membership = await findMembership(tx, userId, organizationId);
  if (!membership) return { kind: 'not-found' };
  const read = readRights({ role, access: chosen }, membership);
  if (read.kind !== 'rights') return read;
  const { rights } = read;
  const { role: former, access: formerAccess } = membership;
  const changed: RoleChanged = { kind: 'changed', former: { role: former, access: formerAccess }, rights };
  if (former === role && formerAccess === rights.access) return changed;
  const now = context.now();
  await updateRole(tx, { userId, organizationId, ...rights });
  if (!can(rights, 'manage-members')) {
    await updateInvitationsExpired(tx, { organizationId, inviterId: userId, now });
  }
  const email = (await findUser(tx, userId))?.email ?? userId;
  await insertAuditEntry(tx, {
    kind: former === role ? 'access-changed' : 'role-changed',
    organizationId,
    userId: actor.userId,
    subjectId: userId,
    detail:
      former === role
        ? `${email}: ${role} (${formerAccess}) → ${role} (${rights.access})`
        : `${email}: ${describeRights(changed.former)} → ${describeRights(rights)}`,
    address,
    now,
  });
  if (former === role) return changed;
  if (isGrant(role, former)) await mailOwners(context, tx, actor, { email, role, hasJoined: true });
  else if (tells) await mailLoss(context, tx, actor, { email, former, role });
  return changed;
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
