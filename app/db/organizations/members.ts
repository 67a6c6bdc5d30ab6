import { holdsPerson } from '../accounts/person-search';
import type { Queries } from '../core/queries';
import { isBehind, type PagePosition } from '../core/page-position';
import type { Access, Role } from '../core/tables';

export interface Member {
  userId: string;
  role: Role;
  access: Access;
}

/** A member as the members' screen shows them. */
export interface MemberPerson {
  userId: string;
  role: Role;
  access: Access;
  email: string;
  firstName: string;
  lastName: string;
  joinedAt: number;
}

/** Returns a page of the organization's members, newest first, from after the position `before`. */
export function listMembers(
  db: Queries,
  page: { organizationId: string; before?: PagePosition | undefined; limit: number },
): Promise<(Member & { joinedAt: number })[]> {
  return db.all(
    db.build
      .selectFrom('memberships')
      .select(['user_id as userId', 'role', 'access', 'created_at as joinedAt'])
      .where('organization_id', '=', page.organizationId)
      .where((eb) => isBehind(eb, page.before, ['created_at', 'user_id']))
      .orderBy('created_at', 'desc')
      .orderBy('user_id', 'desc')
      .limit(page.limit),
  );
}

function selectMemberPeople(db: Queries, organizationId: string) {
  return db.build
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.id as userId',
      'role',
      'access',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'memberships.created_at as joinedAt',
    ])
    .where('organization_id', '=', organizationId);
}

export function findMemberPerson(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<MemberPerson | undefined> {
  return db.first(selectMemberPeople(db, organizationId).where('user_id', '=', userId));
}

/** Returns members by address, from after `after`; with `search`, only those with it in their address or name. */
export function listMemberPeople(
  db: Queries,
  page: { organizationId: string; search?: string; after?: string; limit: number },
): Promise<MemberPerson[]> {
  return db.all(
    selectMemberPeople(db, page.organizationId)
      .where('email', '>', page.after ?? '')
      .$if(Boolean(page.search), (query) => query.where(holdsPerson(page.search ?? '')))
      .orderBy('email')
      .limit(page.limit),
  );
}

/** Returns members, newest first, from after the position `before`. */
export function listNewestMemberPeople(
  db: Queries,
  page: { organizationId: string; before?: PagePosition | undefined; limit: number },
): Promise<MemberPerson[]> {
  return db.all(
    selectMemberPeople(db, page.organizationId)
      .where((eb) => isBehind(eb, page.before, ['memberships.created_at', 'user_id']))
      .orderBy('memberships.created_at', 'desc')
      .orderBy('user_id', 'desc')
      .limit(page.limit),
  );
}

export async function countOwners(db: Queries, organizationId: string): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('memberships')
      .select(({ fn }) => fn.countAll<number>().as('owners'))
      .where('organization_id', '=', organizationId)
      .where('role', '=', 'OWNER'),
  );
  return row?.owners ?? 0;
}

export async function updateRole(
  db: Queries,
  member: { userId: string; organizationId: string; role: Role; access: Access },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('memberships')
      .set({ role: member.role, access: member.access })
      .where('user_id', '=', member.userId)
      .where('organization_id', '=', member.organizationId),
  );
}

export async function deleteMembership(db: Queries, userId: string, organizationId: string): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('memberships')
      .where('user_id', '=', userId)
      .where('organization_id', '=', organizationId),
  );
}

export async function deleteMemberships(db: Queries, organizationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('memberships').where('organization_id', '=', organizationId));
}

export async function countMembers(db: Queries, organizationId: string): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('memberships')
      .select(({ fn }) => fn.countAll<number>().as('members'))
      .where('organization_id', '=', organizationId),
  );
  return row?.members ?? 0;
}
