import { type Permission, can } from '~/auth/role-permissions';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from './actor';

/**
 * Returns undefined when the actor may do it, else forbidden, or not-found for a user outside the organization. Callers check
 * in the transaction of the change: a role may have been taken away since the page was shown.
 */
export async function checkPermission(
  db: Queries,
  actor: Actor,
  permission: Permission,
): Promise<Problem | undefined> {
  const membership = await findMembership(db, actor.userId, actor.organizationId);
  if (!membership) return { kind: 'not-found' };
  const isAllowed =
    can(membership.role, permission) && (actor.atMost === undefined || can(actor.atMost, permission));
  return isAllowed ? undefined : { kind: 'forbidden' };
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
