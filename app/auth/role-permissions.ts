import type { Role } from '~/db/core/tables';
import { problems } from '~/problem';

/** The roles that have each permission in an organization. Every member may do anything else, such as work on integrations. */
const permissions = {
  'edit-organization': ['OWNER', 'ADMIN'],
  'manage-members': ['OWNER', 'ADMIN'],
  'manage-owners': ['OWNER'],
  'manage-tokens': ['OWNER', 'ADMIN'],
  'manage-connections': ['OWNER', 'ADMIN'],
  'manage-values': ['OWNER', 'ADMIN'],
  'manage-alerts': ['OWNER', 'ADMIN'],
  'edit-billing': ['OWNER', 'ADMIN'],
  'read-audit': ['OWNER', 'ADMIN'],
  'export-organization': ['OWNER', 'ADMIN'],
  /** Sees in a log the address at which a waiting run takes its answer. */
  'answer-for-others': ['OWNER', 'ADMIN'],
  'delete-organization': ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Whether a role has a permission. */
export function can(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission];
  return allowed.includes(role);
}

/** Returns the message for a member without the permission: it names those who have it. */
export function describeRefusal(permission: Permission): string {
  return `${problems.forbidden.message} Ask ${namePermitted(permission)}.`;
}

/** Returns the message for an API token whose role lacks the permission, whatever the role of its creator. */
export function describeTokenRefusal(permission: Permission): string {
  return `The role of this API token does not allow this. Ask ${namePermitted(permission)} for another one.`;
}

/** Names the people who have a permission: `an owner`, or `an owner or an admin`. */
function namePermitted(permission: Permission): string {
  return permissions[permission].length === 1 ? 'an owner' : 'an owner or an admin';
}

const ascending: readonly Role[] = ['MEMBER', 'ADMIN', 'OWNER'];

/** Whether a role permits no more than another. */
export function isAtMost(role: Role, limit: Role): boolean {
  return ascending.indexOf(role) <= ascending.indexOf(limit);
}
