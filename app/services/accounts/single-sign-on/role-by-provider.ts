// The role that people have in the newcomers' organization, where the provider names it.
import { can, type Rights } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import type { User } from '~/db/accounts/users';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { updateInvitationsExpired } from '~/db/organizations/invitations';
import { countOwners, updateRole } from '~/db/organizations/members';
import { findMembership } from '~/db/organizations/memberships';
import type { Role } from '~/db/core/tables';
import type { Queries } from '~/db/core/queries';
import type { SingleSignOn } from '~/setting-groups';
import { rejectWhenReadOnly } from '../../installation/read-only';

/**
 * Returns the highest role that the claim gives: a text or a list of texts, possibly nested (`realm_access.roles`). Undefined
 * where roles are not taken from a claim; MEMBER where the claim has none of the configured values.
 */
export function readRole({ roles }: SingleSignOn, claims: object): Role | undefined {
  if (!roles) return undefined;
  const claim = findClaim(claims, roles.claim);
  const values = new Set<unknown>(Array.isArray(claim) ? claim : [claim]);
  const gives = (given: Role) => roles.names.some(({ value, role }) => role === given && values.has(value));
  return (['OWNER', 'ADMIN'] as const).find(gives) ?? 'MEMBER';
}

/** Finds a claim by its whole name, which may contain dots, or by its path. */
export function findClaim(claims: object, name: string): unknown {
  if (Object.hasOwn(claims, name)) return Object.entries(claims).find(([key]) => key === name)?.[1];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    const [, value] = Object.entries(found).find(([key]) => key === part) ?? [];
    found = value;
  }
  return found;
}

/**
 * Gives a member the role that the provider names. The last owner stays one, and the log says so. While the installation is
 * read-only, every role stays until the next login.
 */
export async function applyRole(
  { log, now: readTime }: AppContext,
  tx: Queries,
  { organizationId }: SingleSignOn,
  { user, role, address }: { user: Pick<User, 'id' | 'email'>; role: Role | undefined; address: string },
): Promise<void> {
  if (role === undefined || organizationId === undefined) return;
  const membership = await findMembership(tx, user.id, organizationId);
  if (!membership || membership.role === role || (await rejectWhenReadOnly(tx))) return;
  if (membership.role === 'OWNER' && (await countOwners(tx, organizationId)) === 1) {
    log.warn(
      { organizationId, role },
      'single sign-on gives the last owner another role, which is not taken',
    );
    return;
  }
  const now = readTime();
  const rights: Rights = { role, access: 'edit' };
  await updateRole(tx, { userId: user.id, organizationId, ...rights });
  if (!can(rights, 'manage-members')) {
    await updateInvitationsExpired(tx, { organizationId, inviterId: user.id, now });
  }
  await insertAuditEntry(tx, {
    kind: 'role-changed',
    organizationId,
    userId: user.id,
    subjectId: user.id,
    detail: `${user.email}: ${membership.role} → ${role}, by single sign-on`,
    address,
    now,
  });
}
