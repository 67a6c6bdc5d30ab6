import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';
import type { Access, Role } from '../core/tables';

/** A user's membership in an organization, as the switcher shows it. */
export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
  access: Access;
}

function selectMemberships({ build }: Pick<Queries, 'build'>, userId: string) {
  return build
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select([
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'role',
      'access',
    ])
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

export async function insertMembership(
  db: Queries,
  membership: { userId: string; organizationId: string; role: Role; access?: Access; now: number },
): Promise<void> {
  await db.run(
    db.build.insertInto('memberships').values({
      user_id: membership.userId,
      organization_id: membership.organizationId,
      role: membership.role,
      access: membership.access,
      created_at: membership.now,
    }),
  );
}
