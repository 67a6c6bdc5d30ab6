// The addresses that mails about an organization go to.
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import type { Role } from '../core/tables';

/** Returns the verified addresses of the organization's owners. */
export function listOwnerEmails(db: Queries, organizationId: string): Promise<string[]> {
  return listEmailsOf(db, organizationId, ['OWNER']);
}

/** Returns the verified addresses of the organization's owners and admins. */
export function listManagerEmails(db: Queries, organizationId: string): Promise<string[]> {
  return listEmailsOf(db, organizationId, ['OWNER', 'ADMIN']);
}

/** Returns the verified addresses of all members of the organization. */
export function listMemberEmails(db: Queries, organizationId: string): Promise<string[]> {
  return listEmailsOf(db, organizationId, ['OWNER', 'ADMIN', 'MEMBER']);
}

const memberEmailQuery = compileQuery<{ organizationId: string; email: string }, { user_id: string }>(
  (build, value) =>
    build
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select('user_id')
      .where('users.email', '=', value('email'))
      .where('users.email_verified_at', 'is not', null)
      .where('organization_id', '=', value('organizationId')),
);

/** Whether an address, in whatever case, is the verified one of a member of the organization. */
export async function isMemberEmail(db: Queries, organizationId: string, email: string): Promise<boolean> {
  return (await db.first(memberEmailQuery({ organizationId, email: email.toLowerCase() }))) !== undefined;
}

async function listEmailsOf(db: Queries, organizationId: string, roles: Role[]): Promise<string[]> {
  const rows = await db.all(
    db.build
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('users.email')
      .where('organization_id', '=', organizationId)
      .where('role', 'in', roles)
      .where('users.email_verified_at', 'is not', null)
      .orderBy('users.email'),
  );
  return rows.map(({ email }) => email);
}
