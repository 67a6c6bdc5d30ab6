import { type Permission, can } from '~/auth/role-permissions';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from './actor';

/**
 * Undefined when the actor may do it, else forbidden, or not-found for a user who does not belong to the organization.
 * It is asked in the transaction that does it: a role may have been taken away since the page was shown.
 */
export async function checkPermission(
  db: Queries,
  actor: Actor,
  deed: Permission,
): Promise<Problem | undefined> {
  const membership = await findMembership(db, actor.userId, actor.organizationId);
  if (!membership) return { kind: 'not-found' };
  const isAllowed = can(membership.role, deed) && (actor.atMost === undefined || can(actor.atMost, deed));
  return isAllowed ? undefined : { kind: 'forbidden' };
}

/**
 * Undefined for who belongs to the organization, else not-found. For deeds that any member may do: asked in their transaction,
 * where something took its time between the guard and them.
 */
export async function checkMembership(
  db: Queries,
  { userId, organizationId }: Actor,
): Promise<Problem | undefined> {
  return (await findMembership(db, userId, organizationId)) ? undefined : { kind: 'not-found' };
}
