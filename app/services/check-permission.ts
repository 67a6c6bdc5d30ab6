import { type Permission, can, describeRefusal, describeTokenRefusal } from '~/auth/role-permissions';
import { findMembership } from '~/db/organizations/memberships';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from './actor';

/**
 * Returns undefined when the actor may do it, else forbidden, which says who may, or not-found for a user outside the
 * organization. Callers check in the transaction of the change: a role may have been taken away since the page was shown.
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
  return can(membership.role, permission)
    ? undefined
    : { kind: 'forbidden', message: describeRefusal(permission) };
}

/**
 * Does `work` in a transaction for a member of the organization. For a former member it answers not-found, and does nothing: the
 * guard of the route let them pass, and they were removed meanwhile.
 */
export function transactAsMember<Outcome>(
  db: Database,
  actor: Actor,
  work: (tx: Queries) => Promise<Outcome>,
): Promise<Outcome | Problem> {
  return db.transaction(async (tx) => (await checkMembership(tx, actor)) ?? work(tx));
}

/**
 * Returns undefined for a member of the organization, else a not-found problem. For what any member may do: callers check
 * in the transaction of the change where time has passed since the guard of the route.
 */
export async function checkMembership(
  db: Queries,
  { userId, organizationId }: Actor,
): Promise<Problem | undefined> {
  return (await findMembership(db, userId, organizationId)) ? undefined : { kind: 'not-found' };
}
