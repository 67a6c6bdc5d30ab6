// Asks the one table of permissions, with the rights that the database has now.
import { type Permission, can, describeRefusal, describeTokenRefusal } from '~/auth/role-permissions';
import { findMembership } from '~/db/organizations/memberships';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from './actor';

/**
 * Returns undefined when the actor may do it, else forbidden, which says who may, or not-found for a user outside the
 * organization. Callers check in the transaction of the change: a right may have been taken away since the page was shown.
 */
export async function checkPermission(
  db: Queries,
  actor: Actor,
  permission: Permission,
): Promise<Problem | undefined> {
  const membership = await findMembership(db, actor.userId, actor.organizationId);
  if (!membership) return { kind: 'not-found' };
  if (actor.atMost !== undefined && !can(actor.atMost, permission)) {
    return { kind: 'forbidden', message: describeTokenRefusal(permission) };
  }
  return can(membership, permission)
    ? undefined
    : { kind: 'forbidden', message: describeRefusal(permission) };
}

/**
 * Does `work` in a transaction for a member who has the permission. Otherwise it does nothing, and answers as `checkPermission`
 * does: the guard of the route let a person pass who was removed, or whose right was taken away, meanwhile.
 */
export function transactAsMember<Outcome>(
  db: Database,
  actor: Actor,
  permission: Permission,
  work: (tx: Queries) => Promise<Outcome>,
): Promise<Outcome | Problem> {
  return db.transaction(async (tx) => (await checkPermission(tx, actor, permission)) ?? work(tx));
}
