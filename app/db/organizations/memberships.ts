import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import { isBehind, type PagePosition } from '../core/page-position';
import type { Role } from '../core/tables';

/** A user's membership in an organization, as the switcher shows it. */
export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
}

export interface Member {
  userId: string;
  role: Role;
}

function selectMemberships({ build }: Pick<Queries, 'build'>, userId: string) {
  return build
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['organizations.id as organizationId', 'organizations.name as organizationName', 'role'])
    .where('user_id', '=', userId);
}

const membershipsQuery = compileQuery<{ userId: string }, Membership>((build, value) =>
  selectMemberships({ build }, value('userId'))
    .orderBy('memberships.created_at')
    .orderBy('memberships.organization_id'),
);

/** Returns the user's memberships, in the order in which they joined. */
export function listMemberships(db: Queries, userId: string): Promise<Membership[]> {
  return db.all(membershipsQuery({ userId }));
}

export function findMembership(
  db: Queries,
  userId: string,
  organizationId: string,
): Promise<Membership | undefined> {
  return db.first(selectMemberships(db, userId).where('organization_id', '=', organizationId));
}

/** Tables in which each row belongs to an organization. */
export type OwnedTable = 'integrations' | 'connections' | 'organization_values' | 'alert_channels';

/** Returns the user's membership in the organization that owns a row; undefined when either does not exist. */
export function findOwningMembership(
  db: Queries,
  userId: string,
  { table, id }: { table: OwnedTable; id: string },
): Promise<Membership | undefined> {
  const owners =
    table === 'integrations'
      ? db.build
          .selectFrom(table)
          .select('organization_id')
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
      : db.build.selectFrom(table).select('organization_id').where('id', '=', id);
  return db.first(selectMemberships(db, userId).where('memberships.organization_id', 'in', owners));
}

/** Returns a page of the organization's members, newest first, from after the position `before`. */
export function listMembers(
  db: Queries,
  page: { organizationId: string; before?: PagePosition | undefined; limit: number },
): Promise<(Member & { joinedAt: number })[]> {
  return db.all(
    db.build
      .selectFrom('memberships')
      .select(['user_id as userId', 'role', 'created_at as joinedAt'])
      .where('organization_id', '=', page.organizationId)
      .where((eb) => isBehind(eb, page.before, ['created_at', 'user_id']))
      .orderBy('created_at', 'desc')
      .orderBy('user_id', 'desc')
      .limit(page.limit),
  );
}

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

export async function insertMembership(
  db: Queries,
  membership: { userId: string; organizationId: string; role: Role; now: number },
): Promise<void> {
  await db.run(
    db.build.insertInto('memberships').values({
      user_id: membership.userId,
      organization_id: membership.organizationId,
      role: membership.role,
      created_at: membership.now,
    }),
  );
}
