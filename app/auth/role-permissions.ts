// Who may do what in an organization: one table.
import type { Access, Role } from '~/db/core/tables';
import { problems } from '~/problem';

/** What a membership or an API token allows. The access counts for the role MEMBER; owners and admins always edit. */
export interface Rights {
  role: Role;
  access: Access;
}

/** An owner, an admin, or a member with this access; in ascending order. */
const holders = ['read', 'run', 'edit', 'ADMIN', 'OWNER'] as const;
type Holder = (typeof holders)[number];

const managers = ['OWNER', 'ADMIN'] as const;
const editors = [...managers, 'edit'] as const;
const runners = [...editors, 'run'] as const;

const permissions = {
  /**
   * Looks at whatever changes and sends nothing: integrations and their webhook addresses, logs, recorded tests, memory, records of
   * stores, masked secrets, the names of connections and values. Also exports an integration, which holds no secret, runs a
   * backtest, and checks a request against a webhook, since both send nothing.
   */
  read: [...runners, 'read'],
  /**
   * Starts, replays, continues and cancels executions, resumes or discards what a pause holds back, and plays tests of what is saved:
   * a test sends requests.
   */
  'run-integrations': runners,
  /**
   * Changes integrations and whatever belongs to them. Also sees a webhook secret, with which runs can be started from outside;
   * tests a call that is not saved, which could send anything anywhere; captures samples, which holds deliveries back; and confirms
   * a subscription of a sender.
   */
  'edit-integrations': editors,
  'edit-organization': managers,
  'manage-members': managers,
  'manage-owners': ['OWNER'],
  'manage-tokens': managers,
  'manage-connections': managers,
  'manage-values': managers,
  'manage-alerts': managers,
  'edit-billing': managers,
  'read-audit': managers,
  'export-organization': managers,
  /** Sees in a log the address at which a waiting run takes its answer. */
  'answer-for-others': managers,
  'delete-organization': ['OWNER'],
} as const satisfies Record<string, readonly Holder[]>;

export type Permission = keyof typeof permissions;

/** Whether these rights contain a permission. */
export function can(rights: Rights, permission: Permission): boolean {
  const allowed: readonly Holder[] = permissions[permission];
  return allowed.includes(holderOf(rights));
}

function holderOf({ role, access }: Rights): Holder {
  return role === 'MEMBER' ? access : role;
}

/** Returns the lower of the rights of a person and of the API token that acts for them. */
export function limitRights(own: Rights, atMost: Rights): Rights {
  const rank = (rights: Rights) => holders.indexOf(holderOf(rights));
  return rank(atMost) < rank(own) ? atMost : own;
}

/** Returns the message for a member without the permission: it names those who have it, or can give it. */
export function describeRefusal(permission: Permission): string {
  return `${problems.forbidden.message} Ask ${namePermitted(permission)}.`;
}

/** Returns the message for an API token that lacks the permission, whatever the rights of its creator. */
export function describeTokenRefusal(permission: Permission): string {
  return `The ${isByAccess(permission) ? 'access' : 'role'} of this API token does not allow this. Ask ${namePermitted(permission)} for another one.`;
}

/** Whether members have the permission according to their access. */
function isByAccess(permission: Permission): boolean {
  return can({ role: 'MEMBER', access: 'edit' }, permission);
}

/** Names the people who have a permission, or can give it: `an owner`, or `an owner or an admin`. */
function namePermitted(permission: Permission): string {
  return permissions[permission].length === 1 ? 'an owner' : 'an owner or an admin';
}

const ascending: readonly Role[] = ['MEMBER', 'ADMIN', 'OWNER'];

/** Whether a role permits no more than another. */
export function isAtMost(role: Role, limit: Role): boolean {
  return ascending.indexOf(role) <= ascending.indexOf(limit);
}
