// Makes a person a member, whatever let the person in.
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findMembership, insertMembership } from '~/db/organizations/memberships';
import type { Access, Role } from '~/db/core/tables';
import type { Queries } from '~/db/core/queries';
import { describeRights } from './chosen-rights';

interface Joining {
  userId: string;
  organizationId: string;
  email: string;
  role: Role;
  access: Access;
  /** Added to the role in the audit log, for example ', by single sign-on'. */
  how?: string;
  address: string;
  now: number;
}

/** Adds a member. A person who is already a member keeps their rights. */
export async function joinOrganization(
  tx: Queries,
  { userId, organizationId, email, role, access, how = '', address, now }: Joining,
): Promise<void> {
  if (await findMembership(tx, userId, organizationId)) return;
  await insertMembership(tx, { userId, organizationId, role, access, now });
  const detail = `${email}: ${describeRights({ role, access })}${how}`;
  await insertAuditEntry(tx, {
    kind: 'member-joined',
    organizationId,
    userId,
    subjectId: userId,
    detail,
    address,
    now,
  });
}
