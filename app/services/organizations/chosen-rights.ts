// The rights that are chosen for a member, an invited person or an API token.
import type { Rights } from '~/auth/role-permissions';
import type { Access, Role } from '~/db/core/tables';
import type { Problem } from '~/problem';

/**
 * Returns the chosen role with its access. Without an access, who stays a member or is invited as one again keeps theirs, and
 * everybody else edits. Problem: invalid, since only members can be kept from editing.
 */
export function readRights(
  { role, access }: { role: Role; access?: Access | undefined },
  former?: Rights,
): { kind: 'rights'; rights: Rights } | Problem {
  if (role === 'MEMBER') {
    const kept = former?.role === 'MEMBER' ? former.access : 'edit';
    return { kind: 'rights', rights: { role, access: access ?? kept } };
  }
  if (access === undefined || access === 'edit') return { kind: 'rights', rights: { role, access: 'edit' } };
  const message = 'Owners and admins always edit. Choose the role Member to limit the access.';
  return { kind: 'invalid', message, fields: { access: [message] } };
}

/** Writes rights for the audit log: 'ADMIN', 'MEMBER' for one who edits, or 'MEMBER (run)'. */
export function describeRights({ role, access }: Rights): string {
  return access === 'edit' ? role : `${role} (${access})`;
}
