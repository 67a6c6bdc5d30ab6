import type { AppContext } from '~/context';
import { findMemberPerson } from '~/db/organizations/members';
import { Invite, RoleChange } from '~/fields';
import { isGrant } from '~/services/organizations/role-grants';

/** Who is to get which role: a member, or an address to invite. */
export interface Granting {
  role: 'OWNER' | 'ADMIN' | 'MEMBER';
  /** The member's id; null for an invitation. */
  userId: string | null;
  email: string;
}

/**
 * Reads who is to get which role, from the address or the form of the dialog that asks for a proof: `role`, and `member` (an id)
 * or `invite` (an email). Returns null when a field is missing or wrong, and for a role that needs no proof.
 */
export async function readGranting(
  { db }: AppContext,
  organizationId: string,
  fields: { get(name: string): unknown },
): Promise<Granting | null> {
  const role = RoleChange.safeParse({ role: fields.get('role') }).data?.role;
  if (!role) return null;
  const userId = fields.get('member');
  if (typeof userId === 'string') {
    const member = await findMemberPerson(db, organizationId, userId);
    return member && isGrant(role, member.role) ? { role, userId, email: member.email } : null;
  }
  const invited = Invite.safeParse({ role, email: fields.get('invite') }).data;
  return invited && isGrant(role) ? { role, userId: null, email: invited.email } : null;
}
