import { displayNameOf } from '~/components/user/user-name';
import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';
import { findMemberPerson } from '~/db/organizations/members';
import { type Access, Invite, RoleChange } from '~/fields';
import { changesPower } from '~/services/organizations/members';
import { isGrant } from '~/services/organizations/rights-changes';

/** Who is to get which role: a member, or an address to invite. */
export interface RoleQuestion {
  role: 'OWNER' | 'ADMIN' | 'MEMBER';
  /** What a member may do with integrations. */
  access: Access;
  /** The member's id; null for an invitation. */
  userId: string | null;
  email: string;
  /** The member's name, then their email; the email alone for an invitation. */
  person: string;
  /** The member's role now; null for an invitation. */
  former: 'OWNER' | 'ADMIN' | 'MEMBER' | null;
  isLower: boolean;
}

/**
 * Reads who is to get which role, from the address or the form of the dialog that asks for a proof: `role`, `access`, and
 * `member` (an id) or `invite` (an email). Returns null when a field is missing or wrong, and for a role that needs no proof.
 */
export async function readRoleQuestion(
  { db }: AppContext,
  actor: Actor,
  fields: { get(name: string): unknown },
): Promise<RoleQuestion | null> {
  const chosen = RoleChange.safeParse({
    role: fields.get('role'),
    access: fields.get('access') ?? undefined,
  }).data;
  if (!chosen) return null;
  const { role, access = 'edit' } = chosen;
  const userId = fields.get('member');
  if (typeof userId === 'string') {
    const member = await findMemberPerson(db, actor.organizationId, userId);
    if (!member || !changesPower(actor, { userId, former: member.role, role })) return null;
    const { email, role: former } = member;
    const person = `${displayNameOf(member)} (${email})`;
    return { role, access, userId, email, person, former, isLower: !isGrant(role, former) };
  }
  const invited = Invite.safeParse({ role, access, email: fields.get('invite') }).data;
  return invited && isGrant(role)
    ? {
        role,
        access,
        userId: null,
        email: invited.email,
        person: invited.email,
        former: null,
        isLower: false,
      }
    : null;
}
