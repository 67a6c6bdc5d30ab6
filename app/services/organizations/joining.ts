// A person becomes a member, whatever it was that let them in.
import { insertAudit } from '~/db/organizations/audit';
import { findMembership, insertMembership } from '~/db/organizations/memberships';
import type { Role } from '~/db/core/schema';
import type { Queries } from '~/db/core/queries';

interface Joining {
  userId: string;
  organizationId: string;
  email: string;
  role: Role;
  /** Behind the role in the audit: ', by single sign-on'. */
  how?: string;
  address: string;
  now: number;
}

/** Who is a member by now keeps their role. */
export async function joinOrganization(
  tx: Queries,
  { userId, organizationId, email, role, how = '', address, now }: Joining,
): Promise<void> {
  if (await findMembership(tx, userId, organizationId)) return;
  await insertMembership(tx, { userId, organizationId, role, now });
  const detail = `${email}: ${role}${how}`;
  await insertAudit(tx, {
    kind: 'member-joined',
    organizationId,
    userId,
    subjectId: userId,
    detail,
    address,
    now,
  });
}
