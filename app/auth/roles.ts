import type { Role } from '~/db/schema';

/** Who may do what with an organization. What is not here, such as work on integrations, every member may do. */
const deeds = {
  'edit-organization': ['OWNER', 'ADMIN'],
  'manage-members': ['OWNER', 'ADMIN'],
  'manage-owners': ['OWNER'],
  'read-audit': ['OWNER', 'ADMIN'],
  'export-organization': ['OWNER', 'ADMIN'],
  'delete-organization': ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;

export type Deed = keyof typeof deeds;

/** Whether a role is enough for a deed. */
export function mayDo(role: Role, deed: Deed): boolean {
  const allowed: readonly Role[] = deeds[deed];
  return allowed.includes(role);
}
